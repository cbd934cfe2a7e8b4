import { describe, expect, test } from '@jest/globals';
import { compileTemplate } from '../../../../tools/stage/pipes/input-template.ts';

describe('A template', () => {
  test('gives what is at the end of each path, as JSON', () => {
    const render = compileTemplate('{"fixed": "x", "text": <$.a.S>, "number": <$.a.N>, "all": <$.a>}');
    const all = { S: 'y', N: '21' };
    expect(render({ a: all })).toEqual({ fixed: 'x', text: 'y', number: '21', all });
  });

  test.each(['"', '\\', '\\"', '\n', '名前', '<$.b>', '"}', '$&', "$'"])('keeps the text %j as it is', (text) => {
    expect(compileTemplate('{"a": <$.a>}')({ a: text, b: 'other' })).toEqual({ a: text });
  });

  test.each([{}, { a: {} }, { a: 'text' }, { a: null }, undefined])('gives "" for a path missing in %j', (event) => {
    expect(compileTemplate('{"a": <$.a.S>}')(event)).toEqual({ a: '' });
  });

  test.each([
    '{"a": "<$.a>"}',
    '{"a": "is <$.a>"}',
    '{"a": <aws.pipes.pipe-name>}',
    '{"a": <$.a[0]>}',
    '{"a": <$.a.*>}',
    '{"a": <a>}',
    '{"a": <$.a>',
    'is <$.a>',
  ])('is refused: %s', (template) => {
    expect(() => compileTemplate(template)).toThrow(template);
  });
});
