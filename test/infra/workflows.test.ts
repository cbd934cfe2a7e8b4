/** The workflow files, as far as a parser can check them against docs/deploying.md. */
import { describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { NAMED_STAGES } from '../../infra/stages.ts';
import lock from '../../package-lock.json' with { type: 'json' };
import packageJson from '../../package.json' with { type: 'json' };
import {
  actions,
  check,
  deploy,
  DEPLOY_STAGE,
  GITHUB,
  jobs,
  steps,
  stepsOf,
  workflows,
  type Job,
} from '../support/workflows.ts';

const STAGES = Object.keys(NAMED_STAGES);

const deploysOf = (job: Job) => (job.steps ?? []).filter(({ uses }) => uses === DEPLOY_STAGE);

test('Each job of its own has a time-out of an hour at most', () => {
  for (const [, { uses, 'timeout-minutes': minutes }] of jobs) {
    if (uses === undefined) expect(minutes).toBeLessThanOrEqual(60);
  }
});

/** Jobs that may authenticate to AWS. */
const trusted = jobs.filter(([, job]) => job.permissions?.['id-token'] !== undefined);

test('Each job may read the code, those that deploy or show changes may prove who they are, and nothing may do more', () => {
  for (const { permissions } of workflows) expect(permissions).toEqual({});
  for (const [name, job] of jobs) {
    const isTrusted = trusted.some(([other]) => other === name);
    expect(job.permissions).toEqual({ contents: 'read', ...(isTrusted && { 'id-token': 'write' }) });
  }
  expect(trusted.map(([name]) => name)).toEqual(['dev', 'staging', 'prod-changes', 'prod']);
});

test('What may prove who it is runs nothing of a package or of the project, but the command line of CDK on the finished assembly', () => {
  const allowed = [
    /^npm ci --ignore-scripts --no-audit --no-fund$/,
    /^npx --no-install cdk deploy --app "cdk\.out\/\$STAGE" /,
    /^echo "url=\$\(jq /,
    /^set -o pipefail\n\{[^]*\n {2}npx --no-install cdk diff --app "cdk\.out\/\$STAGE" [^]*\n\} \| tee /,
  ];
  for (const [, job] of trusted) {
    const commands = stepsOf(job).flatMap(({ run }) => (run === undefined ? [] : [run]));
    expect(commands.filter((command) => !allowed.some((form) => form.test(command)))).toEqual([]);
    expect(commands).toContain('npm ci --ignore-scripts --no-audit --no-fund');
    // None of them synthesises: that would run the app and all that it imports.
    for (const command of commands) expect(command).not.toMatch(/cdk synth|npm run|npm test|-c "stage/);
  }
});

test('No job of a deploy runs the install script of a package; elsewhere only those of packages that are listed run', () => {
  const installs = Object.values(deploy.jobs).flatMap((job) =>
    stepsOf(job).filter(({ run }) => run?.includes('npm ci')),
  );
  for (const { run } of installs) expect(run).toContain('--ignore-scripts');
  expect(readFileSync(new URL('../.npmrc', GITHUB), 'utf8')).toContain('strict-allow-scripts=true\n');
  const scripted = Object.entries(lock.packages).filter(([, entry]) => 'hasInstallScript' in entry);
  const names = scripted.map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(Object.keys(packageJson.allowScripts)).toEqual(expect.arrayContaining(names));
});

test('Each action is pinned to a commit', () => {
  for (const { uses } of steps) {
    if (uses !== undefined) expect(uses).toMatch(/^(\.\/.+|[^@]+@[0-9a-f]{40})$/);
  }
  const files = [...readdirSync(GITHUB, { recursive: true, encoding: 'utf8' })].filter((file) => file.endsWith('.yml'));
  for (const file of files) {
    const pinned = readFileSync(new URL(file, GITHUB), 'utf8').match(/@[0-9a-f]{40}.*/g) ?? [];
    for (const pin of pinned) expect(pin).toMatch(/^@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  }
});

test('No expression is put into a command, where it would be code', () => {
  for (const { run = '' } of steps) expect(run).not.toContain('${{');
});

test('No code is checked out with a token that later steps could use', () => {
  for (const { uses = '', with: options } of steps) {
    if (uses.startsWith('actions/checkout@')) expect(options).toEqual({ 'persist-credentials': false });
  }
});

describe('The check', () => {
  test('is the whole gate, on each push and pull request, and before a deploy', () => {
    expect(Object.keys(check.on)).toEqual(['push', 'pull_request', 'workflow_call']);
    expect(check.jobs['check']?.steps?.at(-1)?.run).toBe('.ci/run');
    // Each covers the branches that the other leaves out.
    expect([check.on['push'], deploy.on['push']]).toEqual([{ 'branches-ignore': ['main'] }, { branches: ['main'] }]);
    expect(deploy.jobs['check']?.uses).toBe('./.github/workflows/check.yml');
  });
});

test('The check lints the templates of all stages and of a personal one, by a fixed version of the linter', () => {
  const commands = check.jobs['templates']?.steps?.map(({ run = '' }) => run) ?? [];
  const stages = /for stage in (.+); do/.exec(commands.join('\n'))?.[1]?.split(' ');
  expect(stages).toEqual([...STAGES, 'personal']);
  expect(commands).toContain('pipx install cfn-lint==1.51.0');
  expect(commands.at(-1)).toMatch(/^cfn-lint .* --template cdk\.out\/\*\/StreamFleet\.template\.json$/);
});

test('Each week 100,000 events are fuzzed, with a seed of their own', () => {
  const fuzz = workflows.find(({ on }) => 'schedule' in on);
  expect(fuzz?.on['schedule']).toEqual([{ cron: '17 3 * * 1' }]);
  expect(fuzz?.jobs['fuzz']?.steps?.at(-1)?.run).toBe('npm run --silent fuzz -- --runs 100000');
});

describe('A deploy', () => {
  test('happens after a push to main, once to each stage, and never else', () => {
    expect(Object.keys(deploy.on)).toEqual(['push']);
    const stages = (list: typeof jobs) => list.flatMap(([, job]) => deploysOf(job).map((step) => step.with?.['stage']));
    expect(stages(Object.entries(deploy.jobs))).toEqual(STAGES);
    expect(stages(jobs)).toEqual(STAGES);
  });

  test('is built once, goes to dev, to staging, to prod, and no further than a smoke check that fails', () => {
    const order = Object.entries(deploy.jobs).map(([name, { needs }]) => [name, needs]);
    expect(order).toEqual([
      ['check', undefined],
      ['build', 'check'],
      ['dev', 'build'],
      ['dev-smoke', 'dev'],
      ['staging', 'dev-smoke'],
      ['staging-smoke', 'staging'],
      ['prod-changes', 'staging-smoke'],
      ['prod', 'prod-changes'],
      ['prod-smoke', 'prod'],
    ]);
    const synthesised = stepsOf(deploy.jobs['build'] ?? {}).flatMap(
      ({ run = '' }) => /for stage in (.+); do/.exec(run) ?? [],
    );
    expect(synthesised[1]?.split(' ')).toEqual(STAGES);
  });

  test.each(STAGES)('of %s is in the environment that protects it, and never two at once nor half of one', (stage) => {
    const job = deploy.jobs[stage] ?? {};
    expect(deploysOf(job).map((step) => step.with?.['stage'])).toEqual([stage]);
    expect(job.environment).toBe(stage);
    expect(job.concurrency).toEqual({ group: `deploy-${stage}`, 'cancel-in-progress': false });
  });

  test('takes the finished assembly of that stage, and leaves its address to a smoke check without rights', () => {
    const parts = actions.get(DEPLOY_STAGE)?.map(({ uses = '', run = '' }) => uses.split('@', 1).join() || run);
    expect(parts).toEqual([
      'actions/setup-node',
      expect.stringMatching(/^npm ci /),
      'actions/download-artifact',
      'aws-actions/configure-aws-credentials',
      expect.stringMatching(/--require-approval never --outputs-file "\$RUNNER_TEMP\/outputs\.json"$/),
      expect.stringMatching(/ApiUrl/),
    ]);
    for (const stage of STAGES) {
      const smoke = deploy.jobs[`${stage}-smoke`] ?? {};
      expect(smoke.environment).toBe(`${stage}-smoke`);
      expect(smoke.steps?.at(-1)?.with?.['url']).toBe(`\${{ needs.${stage}.outputs.url }}`);
      expect(stepsOf(smoke).at(-1)?.run).toBe('npm run --silent smoke -- --url "$URL"');
    }
  });

  test('of prod waits until its changes are shown, those of IAM first, to whoever approves it', () => {
    const changes = deploy.jobs['prod-changes'] ?? {};
    expect(changes.environment).toBe('prod-changes');
    expect(stepsOf(changes).at(-1)?.run).toMatch(/cdk diff [^]*\| tee -a "\$GITHUB_STEP_SUMMARY"\n$/);
  });

  test('never starts an upgrade', () => {
    for (const { run = '' } of steps) expect(run).not.toContain('--start');
  });
});
