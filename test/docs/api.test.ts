/** The examples of docs/api.md, run one after the other as a caller would paste them, and its tables. */
import { describe, expect, test } from '@jest/globals';
import { API_STATUS } from '../../functions/domain/api-status.ts';
import { NAMED_STAGES, type Throttle } from '../../infra/stages.ts';
import { DEMO } from '../../tools/stage/demo-data/demo.ts';
import { streamServers } from '../../tools/stage/demo-data/stream-servers.ts';
import { GATEWAY_CASES } from '../../tools/contract/responses/gateway.ts';
import { inNode, inPython, shellIn, withClient } from '../support/docs/run.ts';
import { rowsOf, sectionOf } from '../support/docs/documents.ts';
import { expectShown, type Rule, shown, testDocument } from '../support/docs/test-document.ts';
import { emptyFolder } from '../support/fleet.ts';
import { failed, gateway, succeeded, upgradeOf } from '../support/reports.ts';
import { newDevice, stage } from '../support/stage.ts';
import { resources, templateOf } from '../support/templates.ts';

const folder = emptyFolder();
const shell = shellIn(folder);
const device = DEMO.batch[2];
const [online, other, third, offline] = await Promise.all([
  newDevice({ streamServers: [...(streamServers[device] ?? [])] }),
  newDevice(),
  newDevice(),
  newDevice({ online: false }),
]);

const servers = `Video sharing false
Live streaming true
Social live video false
NDI true
RTMP false
Incoming true`;

/** Compares what a program prints with what the text before the examples says. */
function printing(run: Rule, lines: string, python = false): Rule {
  return async (block, before) => {
    expectShown(
      await run(block, before),
      python ? lines.replaceAll('true', 'True').replaceAll('false', 'False') : lines,
    );
    return '';
  };
}

testDocument(
  'docs/api.md',
  {
    'curl: sh': shell,
    'curl: json': shown,
    'curl: sh 2': shell,
    'curl: json 2': shown,
    // Its code depends on whether curl is installed and came first.
    'Node: js': printing(inNode(folder), `${servers}\n${online} …`),
    'Node: ts': printing(withClient(folder), `${online} REPEAT`),
    'Python: python': printing(inPython(folder), `${servers}\n${online} 1`, true),
    'What happens after the start: sh': shell,
    'What happens after the start: json': shown,
    'What happens after the start: sh 2': shell,
    'What happens after the start: json 2': shown,
    'What happens after the start: ts': async (block, before) => {
      await gateway.reportEnd(await upgradeOf(other), succeeded);
      await gateway.reportEnd(await upgradeOf(third), failed);
      const lines = ['succeeded 100 %, failed 0 %', `${other} succeeded`, `${third} failed`];
      return printing(withClient(folder), lines.join('\n'))(block, before);
    },
    'What happens after the start: python': printing(inPython(folder), `${other} succeeded\n${third} failed`),
    'Retrying: js': printing(inNode(folder), `{ '${other}': 0, '${third}': 0 }`),
  },
  () =>
    Promise.resolve({
      'http://127.0.0.1:3000': stage.url,
      [device]: online,
      [DEMO.batch[0]]: other,
      [DEMO.batch[1]]: third,
      [DEMO.offlineDevice]: offline,
    }),
);

describe('The tables of answers', () => {
  const codes = rowsOf(sectionOf('docs/api.md', 'Result codes'));
  const ofGateway = rowsOf(sectionOf('docs/api.md', 'Errors'));

  test('have each code that there is, and no other', () => {
    const expected = Object.entries(API_STATUS).map(([name, status]) => [
      String(status.code),
      name,
      'http' in status ? String(status.http) : '',
    ]);
    expect(codes.map(([code, name, http]) => [code, name, http])).toEqual(expected);
  });

  test("have each of the gateway's own answers, and no other", () => {
    expect(ofGateway.map(([status]) => status)).toEqual(Object.keys(GATEWAY_CASES));
  });

  test('send to the rules for retrying exactly those who may retry', () => {
    const retried = [...codes, ...ofGateway].filter((row) => row.at(-1)?.startsWith('[retry]'));
    expect(retried.map(([code]) => code)).toEqual(['4', '429', '500', '503']);
  });
});

describe('The limits', () => {
  const section = sectionOf('docs/api.md', 'Limits');
  const limits = new Map(rowsOf(section).map(([what = '', ...cells]) => [what, cells]));
  const { dev, staging, prod } = NAMED_STAGES;

  test('are those of all stages', () => {
    for (const { maxBatchSize, maxBodyBytes } of [dev, staging, prod]) {
      expect(limits.get('serial numbers in a request')?.[0]).toMatch(new RegExp(`^${count(maxBatchSize)},`));
      expect(limits.get('body of start-upgrade')?.[0]).toBe(`${String(maxBodyBytes / 1024)} KiB`);
    }
  });

  test('tell how many requests a stage takes', () => {
    expect(limits.get('`dev`, `staging` and personal stages')).toEqual(throttles(dev));
    expect(throttles(staging)).toEqual(throttles(dev));
    expect(limits.get('`prod`')).toEqual(throttles(prod));
  });

  test('tell how long a function has', () => {
    const functions = Object.values(resources(templateOf('dev'), 'AWS::Lambda::Function'));
    expect(functions.map(({ Properties }) => Properties['Timeout'])).toEqual([25, 25]);
    expect(limits.get('time of a function')?.[0]).toMatch(/^25 s;/);
  });
});

function throttles({ listThrottle, upgradeThrottle }: Record<'listThrottle' | 'upgradeThrottle', Throttle>): string[] {
  return [listThrottle, upgradeThrottle].map(({ ratePerSecond, burst }) => `${count(ratePerSecond)} (${count(burst)})`);
}

function count(number: number): string {
  return number.toLocaleString('en');
}
