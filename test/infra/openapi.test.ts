/** docs/openapi.yaml against its sources, what it describes, and the rules of its format. */
import { expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createConfig, lint } from '@redocly/openapi-core';
import { readDocument } from '../../tools/contract/openapi-file.ts';
import { resources, templateOf } from '../support/templates.ts';

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

test('docs/openapi.yaml, and what the client has from it, are as npm run openapi writes them', async () => {
  const check = promisify(execFile)(process.execPath, [path('tools/contract/main.ts'), '--check'], {
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  expect(await check).toEqual({ stdout: '', stderr: '' });
});

test('Redocly’s strictest rules find nothing', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: { 'info-contact': 'error', 'info-license-strict': 'error' },
  });
  expect(await lint({ ref: path('docs/openapi.yaml'), config })).toEqual([]);
});

test('The API has exactly the paths and methods of the document', () => {
  const routes = Object.values(resources(templateOf('prod'), 'AWS::ApiGatewayV2::Route'));
  const documented = Object.entries(readDocument().paths).flatMap(([route, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${route}`),
  );
  expect(routes.map(({ Properties }) => Properties['RouteKey']).sort()).toEqual(documented.sort());
});
