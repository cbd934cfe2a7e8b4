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
const steps = [...jobs.flatMap(([, { steps = [] }]) => steps), ...[...actions.values()].flat()];
type Four = [Workflow, Workflow, Workflow, Workflow];
const [check, deploy, fuzz, stage] = ['check', 'deploy', 'fuzz', 'stage'].map((name) =>
  workflows.get(`${name}.yml`),
) as Four;

/** The steps of a job, including those of the project's own actions. */
const stepsOf = (job: Job = {}) => (job.steps ?? []).flatMap(withSteps);
const withSteps = (step: Step): Step[] => [step, ...(actions.get(step.uses ?? '') ?? []).flatMap(withSteps)];
const commandsOf = (job?: Job) => stepsOf(job).flatMap(({ run = [] }) => run);
/** The stages that a command goes through, one after the other. */
const loopOf = (job?: Job) => /for stage in (.+); do/.exec(commandsOf(job).join('\n'))?.[1]?.split(' ');

const STAGES = Object.keys(NAMED_STAGES);
const STAGE_WORKFLOW = './.github/workflows/stage.yml';

/** Jobs that may authenticate to AWS. */
const trusted = jobs.filter(([, { permissions = {} }]) => 'id-token' in permissions);

test('Each job of its own has a time-out of an hour at most', () => {
  for (const [, { uses, 'timeout-minutes': minutes }] of jobs) {
    if (uses === undefined) expect(minutes).toBeLessThanOrEqual(60);
  }
});

test('Each job may read the code, those of a stage what is deployed, those that deploy or show changes may prove who they are, and nothing may do more', () => {
  for (const { permissions } of workflows.values()) expect(permissions).toEqual({});
  expect(trusted.map(([name]) => name).sort()).toEqual(['deploy', 'dev', 'prod', 'prod-changes', 'staging']);
  const ofStage = [...Object.values(stage.jobs), ...STAGES.map((name) => deploy.jobs[name])];
  for (const entry of jobs) {
    const proof = trusted.includes(entry) && { 'id-token': 'write' };
    const deployments = ofStage.includes(entry[1]) && { deployments: 'read' };
    expect(entry[1].permissions).toEqual({ contents: 'read', ...deployments, ...proof });
  }
});

test('What may prove who it is runs nothing of a package, but the command line of CDK on the finished assembly, and two programs without imports', () => {
  const allowed = [
    /^npm ci --ignore-scripts --no-audit --no-fund$/,
    /^npx --no-install cdk deploy --app "cdk\.out\/\$STAGE" [^;&|]*$/,
    /^echo "url=\$\(jq [^;&|]*$/,
    /^node tools\/deploy\/assembly\/main\.ts "cdk\.out\/\$STAGE" "stream-fleet-\$STAGE"$/,
    /^set -o pipefail\necho .*\nnpx --no-install cdk diff --app "cdk\.out\/\$STAGE" .* \|\n {2}node tools\/deploy\/summary\/main\.ts >> "\$GITHUB_STEP_SUMMARY"\n$/,
    /^for commit in \$DEPLOYED; do\n[^]*\n {2}status=\$\(gh api "repos\/[^]*\ndone\n$/,
    /^set -o pipefail\ngh api graphql [^]*\n# [^\n]*\njq -r [^]*\n$/,
  ];
  for (const [, job] of trusted.filter(([, { uses }]) => uses === undefined)) {
    expect(commandsOf(job).filter((command) => !allowed.some((form) => form.test(command)))).toEqual([]);
  }
});

test('No job of a deploy runs the install script of a package; elsewhere only those of packages that are listed run', () => {
  const installs = [...Object.values(deploy.jobs), ...Object.values(stage.jobs)]
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
  expect(fuzz.on['schedule']).toEqual([{ cron: '17 3 * * 1' }]);
  expect(commandsOf(fuzz.jobs['fuzz']).at(-1)).toBe('npm run --silent fuzz -- --runs 100000');
});

test('A deploy is built once, goes to dev, to staging, to prod, each once and never half, and no further than a smoke check that fails', () => {
  const order = Object.entries(deploy.jobs).map(([name, { needs, uses }]) => [name, needs, uses]);
  expect(order).toEqual([
    ['check', undefined, './.github/workflows/check.yml'],
    ['build', 'check', undefined],
    ['dev', 'build', STAGE_WORKFLOW],
    ['staging', 'dev', STAGE_WORKFLOW],
    ['prod-changes', 'staging', undefined],
    ['prod', 'prod-changes', STAGE_WORKFLOW],
  ]);
  expect(loopOf(deploy.jobs['build'])).toEqual(STAGES);
  for (const name of STAGES) {
    const concurrency = { group: `deploy-${name}`, 'cancel-in-progress': false };
    expect(deploy.jobs[name]).toMatchObject({ with: { stage: name }, secrets: 'inherit', concurrency });
  }
  expect(deploy.jobs['prod-changes']?.environment).toBe('prod-changes');
  const parts = Object.values(stage.jobs).map(({ needs, environment }) => `${environment ?? ''} needs ${needs ?? ''}`);
  expect(parts).toEqual(['${{ inputs.stage }} needs ', '${{ inputs.stage }}-smoke needs deploy']);
});

const partsOf = (action: string) =>
  actions.get(`./.github/actions/${action}`)?.map(({ uses = '', run = '' }) => uses.split('@', 1).join() || run);
/** An assembly with commands is refused before there are credentials. */
const untilCredentials = [
  'actions/setup-node',
  expect.stringMatching(/^npm ci /),
  'actions/download-artifact',
  expect.stringMatching(/^node tools\/deploy\/assembly\//),
  'aws-actions/configure-aws-credentials',
];

test('A deploy takes the finished assembly of its stage, and leaves its address to a smoke check without rights', () => {
  expect(partsOf('deploy-stage')).toEqual([
    './.github/actions/deployed-commit',
    expect.stringMatching(/\/compare\//),
    ...untilCredentials,
    expect.stringMatching(/--require-approval never --outputs-file "\$RUNNER_TEMP\/outputs\.json"$/),
    expect.stringMatching(/ApiUrl/),
  ]);
  const { deploy: first, smoke } = stage.jobs;
  expect(first?.steps?.at(-1)).toMatchObject({
    uses: './.github/actions/deploy-stage',
    with: { stage: '${{ inputs.stage }}' },
  });
  const given = { url: '${{ needs.deploy.outputs.url }}', claim: "${{ inputs.stage != 'prod' }}" };
  expect(smoke?.steps?.at(-1)?.with).toMatchObject(given);
});

test('A deploy of prod waits until its changes are shown, those of IAM first, to whoever approves it', () => {
  expect(partsOf('show-changes')).toEqual([...untilCredentials, expect.stringMatching(/ cdk diff /)]);
  expect(deploy.jobs['prod-changes']?.steps?.at(-1)?.uses).toBe('./.github/actions/show-changes');
});
