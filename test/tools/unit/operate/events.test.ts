/** docs/operations.md shows the tool at work, on the template and the stream of a stage. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { UPGRADE_REQUESTED } from '../../../../infra/upgrade-transitions.ts';
import { events } from '../../../../tools/operate/events/events.ts';
import { emptyFolder } from '../../../support/folders.ts';
import { runProgram } from '../../../support/run-program.ts';
import { endOf, startTool } from '../../../support/tool-process.ts';
import { streamRecord } from '../../../support/upgrades.ts';

const folder = emptyFolder();
const { detailType: DetailType, patterns, inputTemplate: InputTemplate } = UPGRADE_REQUESTED;
const Pipe = {
  Type: 'AWS::Pipes::Pipe',
  Properties: {
    Source: { 'Fn::GetAtt': ['Upgrades', 'StreamArn'] },
    SourceParameters: {
      DynamoDBStreamParameters: { StartingPosition: 'TRIM_HORIZON' },
      FilterCriteria: { Filters: patterns.map((pattern) => ({ Pattern: JSON.stringify(pattern) })) },
    },
    TargetParameters: { EventBridgeEventBusParameters: { Source: 'stream-fleet', DetailType }, InputTemplate },
  },
};
writeFileSync(join(folder, 'template.json'), JSON.stringify({ Resources: { Pipe } }));

/** More than a number can hold exactly. */
const FIRST = 900_000_000_000_000_000_001n;

const record = (at: number, state?: string) => streamRecord(`SN${String(at)}`, FIRST + BigInt(at), state);
const records = (count: number) => Array.from({ length: count }, (_, at) => record(at));

/** The arguments for a file with these records, or with this content. */
function argsFor(content: unknown, first: string, last: string, template = 'template.json') {
  writeFileSync(join(folder, 'records.json'), JSON.stringify(content));
  return ['--template', template, '--bus', 'bus', '--first', first, '--last', last, 'records.json'];
}

const run = (...given: Parameters<typeof argsFor>) => runProgram(events, argsFor(...given), { folder });

const numberOf = (at: number) => String(FIRST + BigInt(at));

/** The serial numbers in each list that a run prints, with nothing that a terminal would act upon. */
const listed = (stdout: string) => {
  expect(stdout).not.toContain('\u202E');
  return (JSON.parse(stdout) as { Detail: string }[][]).map((list) =>
    list.map(({ Detail }) => (JSON.parse(Detail) as { sn: string }).sn),
  );
};

test('Events of the records from the first to the last come in lists of at most ten', async () => {
  const { code, stdout } = await run({ Records: records(25) }, numberOf(1), numberOf(22));
  expect(code).toBe(0);
  expect(listed(stdout).map(({ length }) => length)).toEqual([10, 10, 2]);
  expect(listed(stdout).flat()).toEqual(Array.from({ length: 22 }, (_, at) => `SN${String(at + 1)}`));
});

test('Records of which no pipe makes an event give no list; so says the process, as npm starts it', async () => {
  const args = argsFor({ Records: [record(0, 'running')] }, numberOf(0), numberOf(0));
  expect(await endOf(startTool('events', args, { folder }))).toMatchObject({ code: 0, stdout: '[]\n', stderr: '' });
});

test.each([
  ['no records at all', [], `${numberOf(0)} and ${numberOf(3)}`],
  ['records that end before the last', records(3), numberOf(3)],
  ['records that begin after the first', records(4).slice(1), numberOf(0)],
  ['records around both, but not these two', [record(9)], `${numberOf(0)} and ${numberOf(3)}`],
])('For %s nothing is printed, and the exit code is 1', async (_what, Records, missing) => {
  const stderr = `error: records.json lacks the record ${missing}. Read further pages.\n`;
  expect(await run({ Records }, numberOf(0), numberOf(3))).toEqual({ code: 1, stdout: '', stderr });
});

test.each([
  ['null', 'template.json'],
  [{}, 'template.json'],
  [{ Records: [{ dynamodb: { SequenceNumber: 'x' } }] }, 'template.json'],
  [{ Records: records(1) }, 'records.json'],
  [{ Records: records(1) }, 'missing.json'],
])('A file that is not what it should be (%j, %s) is one line, and exit code 1', async (content, template) => {
  const { code, stdout, stderr } = await run(content, numberOf(0), numberOf(0), template);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^[^\n]+\n$/);
});
