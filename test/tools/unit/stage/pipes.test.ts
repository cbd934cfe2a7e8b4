import { describe, expect, test } from '@jest/globals';
import { compilePattern } from '../../../../tools/stage/pipes/pattern.ts';
import { compileTemplate } from '../../../../tools/stage/pipes/input-template.ts';

const matches = (pattern: unknown, event: unknown) => compilePattern(JSON.stringify(pattern))(event);

describe('A pattern matches an event', () => {
  test.each([
    ['that has one of the values listed', { a: ['x', 'y'] }, { a: 'y' }],
    ['whatever else it has', { a: ['x'] }, { a: 'x', b: 1 }],
    ['that has the value within', { a: { b: { S: ['x'] } } }, { a: { b: { S: 'x' } } }],
    ['that lacks what must not exist', { a: { b: [{ exists: false }] } }, { a: {} }],
    ['that lacks even the parents of what must not exist', { a: { b: { S: [{ exists: false }] } } }, { c: 'x' }],
    ['that has only more within what must not exist', { a: [{ exists: false }] }, { a: { b: 'x' } }],
    ['that has what must exist, even if empty', { a: [{ exists: true }] }, { a: '' }],
    ['that fits one of several matchers', { a: [{ exists: false }, 'x'] }, { a: 'x' }],
  ])('%s', (_what, pattern, event) => {
    expect(matches(pattern, event)).toBe(true);
  });
});

describe('A pattern does not match an event', () => {
  test.each([
    ['with another value', { a: ['x'] }, { a: 'X' }],
    ['with a part of the value', { a: ['xy'] }, { a: 'x' }],
    ['without the field', { a: ['x'] }, {}],
    ['with one of two fields', { a: ['x'], b: ['y'] }, { a: 'x' }],
    ['with a number for a text', { a: ['1'] }, { a: 1 }],
    ['with the value at another depth', { a: { b: ['x'] } }, { b: 'x' }],
    ['with what must not exist', { a: [{ exists: false }] }, { a: null }],
    ['without what must exist', { a: [{ exists: true }] }, { a: { b: 'x' } }],
    ['by a field that every object inherits', { constructor: [{ exists: true }] }, {}],
    ['that is none', { a: ['x'] }, undefined],
  ])('%s', (_what, pattern, event) => {
    expect(matches(pattern, event)).toBe(false);
  });
});

describe('A pattern is refused', () => {
  test.each([[{ prefix: 'x' }], [{ exists: false, prefix: 'x' }], [{ exists: 'no' }], [1]])(
    'for the matcher %j',
    (matcher) => {
      expect(() => matches({ a: [matcher] }, {})).toThrow('not by [');
    },
  );

  test.each([
    ['$or', { $or: [{ a: ['x'] }, { b: ['x'] }] }],
    ['$or with what could be fields', { a: { $or: ['x'] } }],
    ['a value that is not in a list', { a: 'x' }],
    ['a list of nothing', { a: [] }],
    ['no fields at all', ['x']],
  ])('for %s', (_what, pattern) => {
    expect(() => matches(pattern, {})).toThrow('not by');
  });
});

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
    ...['{"a": "<$.a>"}', '{"a": "is <$.a>"}', '{"a": <aws.pipes.pipe-name>}', '{"a": <$.a[0]>}', '{"a": <$.a.*>}'],
    ...['{"a": <a>}', '{"a": <$.a>', 'is <$.a>'],
  ])('is refused: %s', (template) => {
    expect(() => compileTemplate(template)).toThrow(template);
  });
});
