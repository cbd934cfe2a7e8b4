/** The workflow files, as far as a parser can check them against docs/deploying.md. */
import { expect, test } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseDocument } from 'yaml';
import { NAMED_STAGES } from '../../infra/stages.ts';
import lock from '../../package-lock.json' with { type: 'json' };
import packageJson from '../../package.json' with { type: 'json' };

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly needs?: string;
  readonly uses?: string;
  readonly environment?: string;
  readonly 'timeout-minutes'?: number;
  readonly permissions?: object;
  readonly concurrency?: object;
  readonly steps?: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

const cwd = fileURLToPath(new URL('../../.github/', import.meta.url));
const read = (file: string) => readFileSync(`${cwd}${file}`, 'utf8');

/** All files of a pattern, parsed. */
function parsed<T>(pattern: string): [string, T][] {
  return globSync(pattern, { cwd }).map((file) => {
    const document = parseDocument(read(file));
    expect([...document.errors, ...document.warnings]).toEqual([]);
    return [file, document.toJS() as T];
  });
}

const workflows = new Map(parsed<Workflow>('workflows/*.yml').map(([file, workflow]) => [basename(file), workflow]));
const actions = new Map(
  parsed<{ runs: { steps: Step[] } }>('actions/*/action.yml').map(([file, { runs }]) => [
    `./.github/${dirname(file)}`,
    runs.steps,
  ]),
);
const jobs = [...workflows.values()].flatMap((workflow) => Object.entries(workflow.jobs));
const steps = [...jobs.flatMap(([, job]) => job.steps ?? []), ...[...actions.values()].flat()];
const [check, deploy] = ['check.yml', 'deploy.yml'].map((name) => workflows.get(name)) as [Workflow, Workflow];

/** The steps of a job, including those of the project's own actions. */
const stepsOf = (job: Job = {}) => (job.steps ?? []).flatMap((step) => [step, ...(actions.get(step.uses ?? '') ?? [])]);
const commandsOf = (job?: Job) => stepsOf(job).flatMap(({ run = [] }) => run);
/** The stages that a command goes through, one after the other. */
const loopOf = (job?: Job) => /for stage in (.+); do/.exec(commandsOf(job).join('\n'))?.[1]?.split(' ');

const STAGES = Object.keys(NAMED_STAGES);
const DEPLOY_STAGE = './.github/actions/deploy-stage';
const deploysOf = (job: Job) =>
  (job.steps ?? []).filter(({ uses }) => uses === DEPLOY_STAGE).map((step) => step.with?.['stage']);

/** Jobs that may authenticate to AWS. */
const trusted = jobs.filter(([, { permissions = {} }]) => 'id-token' in permissions);

test('Each job of its own has a time-out of an hour at most', () => {
  for (const [, { uses, 'timeout-minutes': minutes }] of jobs) {
    if (uses === undefined) expect(minutes).toBeLessThanOrEqual(60);
  }
});

test('Each job may read the code, those that deploy or show changes may prove who they are, and nothing may do more', () => {
  for (const { permissions } of workflows.values()) expect(permissions).toEqual({});
  expect(trusted.map(([name]) => name)).toEqual(['dev', 'staging', 'prod-changes', 'prod']);
  for (const entry of jobs) {
    const proof = trusted.includes(entry) && { 'id-token': 'write' };
    expect(entry[1].permissions).toEqual({ contents: 'read', ...proof });
  }
});

test('What may prove who it is runs nothing of a package or of the project, but the command line of CDK on the finished assembly', () => {
  const allowed = [
    /^npm ci --ignore-scripts --no-audit --no-fund$/,
    /^npx --no-install cdk deploy --app "cdk\.out\/\$STAGE" [^;&|]*$/,
    /^echo "url=\$\(jq [^;&|]*$/,
    /^set -o pipefail\n\{(\n {2}echo .*)*\n {2}npx --no-install cdk diff --app "cdk\.out\/\$STAGE" .*(\n {2}echo .*)*\n\} \| tee /,
  ];
  for (const [, job] of trusted) {
    const commands = commandsOf(job);
    expect(commands.filter((command) => !allowed.some((form) => form.test(command)))).toEqual([]);
    expect(commands).toContain('npm ci --ignore-scripts --no-audit --no-fund');
  }
});

test('No job of a deploy runs the install script of a package; elsewhere only those of packages that are listed run', () => {
  const installs = Object.values(deploy.jobs)
    .flatMap(commandsOf)
    .filter((command) => command.includes('npm ci'));
  for (const command of installs) expect(command).toContain('--ignore-scripts');
  expect(read('../.npmrc')).toContain('strict-allow-scripts=true\n');
  const scripted = Object.entries(lock.packages).filter(([, entry]) => 'hasInstallScript' in entry);
  const names = scripted.map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(Object.keys(packageJson.allowScripts)).toEqual(expect.arrayContaining(names));
});

test('Each action is pinned to a commit, and its version stands beside it', () => {
  const uses = globSync('**/*.yml', { cwd }).flatMap((file) => read(file).match(/(?<=^\s*(?:- )?uses: ).*/gm) ?? []);
  expect(uses).toHaveLength([...jobs.map(([, job]) => job), ...steps].filter((user) => user.uses).length);
  const isPinned = (use: string) => /^(\.\/\S+|[^@\s]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/.test(use);
  expect(uses.filter((use) => !isPinned(use))).toEqual([]);
});

test('No command holds an expression, which would be code, or starts an upgrade; no checkout leaves a token to later steps', () => {
  for (const { run = '', uses = '', with: options } of steps) {
    expect(run).not.toMatch(/\$\{\{|--start/);
    if (uses.startsWith('actions/checkout@')) expect(options).toEqual({ 'persist-credentials': false });
  }
});

test('The check is the whole gate, on each push and pull request, and before a deploy', () => {
  expect(Object.keys(check.on)).toEqual(['push', 'pull_request', 'workflow_call']);
  expect(commandsOf(check.jobs['check']).at(-1)).toBe('.ci/run');
  // Each covers the branches that the other leaves out.
  expect([check.on['push'], deploy.on]).toEqual([{ 'branches-ignore': ['main'] }, { push: { branches: ['main'] } }]);
  expect(deploy.jobs['check']?.uses).toBe('./.github/workflows/check.yml');
});

test('The check lints the templates of all stages and of a personal one, by a fixed version of the linter', () => {
  expect(loopOf(check.jobs['templates'])).toEqual([...STAGES, 'personal']);
  expect(commandsOf(check.jobs['templates']).slice(-2)).toEqual([
    'pipx install cfn-lint==1.51.0',
    expect.stringMatching(/^cfn-lint .* --template cdk\.out\/\*\/StreamFleet\.template\.json$/),
  ]);
});

test('Each week 100,000 events are fuzzed, with a seed of their own', () => {
  const fuzz = workflows.get('fuzz.yml');
  expect(fuzz?.on['schedule']).toEqual([{ cron: '17 3 * * 1' }]);
  expect(commandsOf(fuzz?.jobs['fuzz']).at(-1)).toBe('npm run --silent fuzz -- --runs 100000');
});

test('A deploy is built once, goes to dev, to staging, to prod, each once and never half, and no further than a smoke check that fails', () => {
  const lock = (stage: string) => ({ group: `deploy-${stage}`, 'cancel-in-progress': false });
  const order = Object.entries(deploy.jobs).map(([name, job]) => [name, job.needs, job.environment, job.concurrency]);
  expect(order).toEqual([
    ['check', undefined, undefined, undefined],
    ['build', 'check', undefined, undefined],
    ['dev', 'build', 'dev', lock('dev')],
    ['dev-smoke', 'dev', 'dev-smoke', undefined],
    ['staging', 'dev-smoke', 'staging', lock('staging')],
    ['staging-smoke', 'staging', 'staging-smoke', undefined],
    ['prod-changes', 'staging-smoke', 'prod-changes', undefined],
    ['prod', 'prod-changes', 'prod', lock('prod')],
    ['prod-smoke', 'prod', 'prod-smoke', undefined],
  ]);
  expect(loopOf(deploy.jobs['build'])).toEqual(STAGES);
  expect(jobs.flatMap(([, job]) => deploysOf(job))).toEqual(STAGES);
  for (const stage of STAGES) expect(deploysOf(deploy.jobs[stage] ?? {})).toEqual([stage]);
});

test('A deploy takes the finished assembly of its stage, and leaves its address to a smoke check without rights', () => {
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
    const smoke = deploy.jobs[`${stage}-smoke`];
    expect(smoke?.steps?.at(-1)?.with?.['url']).toBe(`\${{ needs.${stage}.outputs.url }}`);
    expect(commandsOf(smoke).at(-1)).toBe('npm run --silent smoke -- --url "$URL"');
  }
});

test('A deploy of prod waits until its changes are shown, those of IAM first, to whoever approves it', () => {
  expect(commandsOf(deploy.jobs['prod-changes']).at(-1)).toMatch(/cdk diff [^]*\| tee -a "\$GITHUB_STEP_SUMMARY"\n$/);
});
