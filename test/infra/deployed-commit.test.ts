/** Which commit may be deployed and checked, by those that might be live: the scripts of the actions, with a stand-in for GitHub's command line. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { textOf } from '../support/docs/documents.ts';
import { emptyFolder } from '../support/folders.ts';

const folder = emptyFolder();

/** The first command of an action that contains a text. */
function commandOf(action: string, part: string): string {
  const { runs } = parse(textOf(`.github/actions/${action}/action.yml`)) as { runs: { steps: { run?: string }[] } };
  return runs.steps.flatMap(({ run = [] }) => run).find((command) => command.includes(part)) ?? 'false';
}

/** Runs a command as an action does; `gh` prints what it is given. Returns the exit code. */
function run(command: string, variables: Readonly<Record<string, string>>, gh = ''): number | null {
  writeFileSync(join(folder, 'gh'), gh);
  const standIn = `gh() { [ -s '${folder}/gh' ] && cat '${folder}/gh'; }`;
  const env = {
    ...process.env,
    GITHUB_SHA: 'ours',
    GITHUB_REPOSITORY: 'owner/repo',
    RUNNER_TEMP: folder,
    ...variables,
  };
  return spawnSync('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', `${standIn}\n${command}`], { env })
    .status;
}

const node = (commitOid: string, state: string) => ({ commitOid, state });

test.each([
  ['the newest that was deployed', [node('a', 'ACTIVE'), node('z', 'INACTIVE')], 'a'],
  ['the newest of several', [node('b', 'WAITING'), node('a', 'SUCCESS'), node('z', 'ACTIVE')], 'a'],
  [
    'as well each that was tried since: its deploy may have outlived its job',
    [node('d', 'IN_PROGRESS'), node('c', 'FAILURE'), node('b', 'ERROR'), node('a', 'ACTIVE'), node('z', 'FAILURE')],
    'a b c d',
  ],
  ['each that was tried, before the first success', [node('b', 'IN_PROGRESS'), node('a', 'FAILURE')], 'a b'],
  ['none without any', [], ''],
])('What might be live is %s', (_what, nodes, commits) => {
  const output = join(folder, 'output');
  writeFileSync(output, '');
  const answer = JSON.stringify({ data: { repository: { deployments: { nodes } } } });
  expect(run(commandOf('deployed-commit', 'graphql'), { ENVIRONMENT: 'dev', GITHUB_OUTPUT: output }, answer)).toBe(0);
  expect(readFileSync(output, 'utf8')).toBe(`commits=${commits}\n`);
});

test.each([
  ['the first', '', '', 0],
  ['the same again', 'ours', '', 0],
  ['one that follows', 'theirs', 'ahead', 0],
  ['an older one', 'theirs', 'behind', 1],
  ['one of another line', 'theirs', 'diverged', 1],
  ['one of which nobody knows', 'theirs', '', 1],
  ['one that follows both', 'ours theirs another', 'ahead', 0],
  ['one that may be older than one of them', 'ours theirs', 'behind', 1],
])('A stage takes only a commit that follows all that might be live: %s', (_what, DEPLOYED, status, code) => {
  expect(run(commandOf('deploy-stage', 'compare'), { DEPLOYED }, status)).toBe(code);
});

test.each([
  ['ours', 0],
  ['theirs', 1],
  ['', 1],
  ['ours theirs', 1],
])('A smoke check is of the commit that is deployed: %j', (DEPLOYED, code) => {
  expect(run(commandOf('smoke', 'DEPLOYED'), { DEPLOYED })).toBe(code);
});

test.each([
  ['true', ['--url', 'https://api', '--claim']],
  ['false', ['--url', 'https://api']],
])('A smoke check tries claims where it is told to: %s', (CLAIM, args) => {
  const npm = `npm() { printf '%s\\n' "$@" > '${folder}/npm'; }\n`;
  expect(run(npm + commandOf('smoke', 'npm run'), { CLAIM, URL: 'https://api' })).toBe(0);
  expect(readFileSync(join(folder, 'npm'), 'utf8').trim().split('\n')).toEqual([
    'run',
    '--silent',
    'smoke',
    '--',
    ...args,
  ]);
});

test('What the changes of prod say is text and nothing else, in the summary alone', () => {
  const command = commandOf('show-changes', 'cdk diff');
  const summary = join(folder, 'summary');
  writeFileSync(summary, '');
  const hostile = '[Warning] ```\n</pre><!-- \r::error::x\n::add-mask::IAM\n\u202eTHERE\n';
  const standIns = `npx() { printf %s '${hostile}'; }\nnode() { '${process.execPath}' "$@"; }`;
  const env = { ...process.env, STAGE: 'prod', GITHUB_STEP_SUMMARY: summary };
  expect(execFileSync('bash', ['-e', '-c', `${standIns}\n${command}`], { env, encoding: 'utf8' })).toBe('');
  expect(readFileSync(summary, 'utf8')).toBe(
    [
      '## Changes of prod, those of IAM first',
      '<pre>',
      '    [Warning] ```',
      '    &lt;/pre&gt;&lt;!-- \\u{d}::error::x',
      '    ::add-mask::IAM',
      '    \\u{202e}THERE',
      '    ',
      '</pre>',
      '',
    ].join('\n'),
  );
});

test.each([
  ['fails', 'npx() { echo why; return 1; }', /why/],
  ['are too long to be shown', 'npx() { head -c 2000000 /dev/zero | tr "\\\\0" x; }', /^## Changes of prod/],
])('Changes of prod that %s end the job', (_what, standIn, shown) => {
  const summary = join(folder, 'summary');
  writeFileSync(summary, '');
  const env = { ...process.env, STAGE: 'prod', GITHUB_STEP_SUMMARY: summary };
  const script = `${standIn}\nnode() { '${process.execPath}' "$@"; }\n${commandOf('show-changes', 'cdk diff')}`;
  expect(spawnSync('bash', ['-e', '-c', script], { env }).status).not.toBe(0);
  expect(readFileSync(summary, 'utf8')).toMatch(shown);
});
