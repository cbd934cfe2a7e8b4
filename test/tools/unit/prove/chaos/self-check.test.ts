import { expect, test } from '@jest/globals';
import { BREAKS } from '../../../../../tools/prove/chaos-self-check/breaks.ts';
import { brokenModules } from '../../../../../tools/prove/chaos-self-check/main.ts';

test.each(BREAKS)('The functions can still be broken like this for the self-check: $name', async (broken) => {
  expect(await brokenModules(broken)).not.toEqual(new Map());
});
