import { describe, expect, test } from '@jest/globals';
import { compilePattern } from '../../../../tools/stage/pipes/pattern.ts';

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
  test.each([
    [{ prefix: 'x' }],
    [{ 'anything-but': ['x'] }],
    [{ numeric: ['>', 0] }],
    [{ exists: false, prefix: 'x' }],
    [{ exists: 'no' }],
    [1],
  ])('for the matcher %j', (matcher) => {
    expect(() => matches({ a: [matcher] }, {})).toThrow('not by [');
  });

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
