import { Option } from '@commander-js/extra-typings';
import type { StreamFleetClient } from '../../../../client/src/index.ts';
import { MEMBER_STATES } from '../../../../functions/domain/members.ts';
import { wholeNumber } from '../../../command-line.ts';
import { duration } from '../option-values.ts';
import { step, type CommandContext, type Group, type Tool } from '../program.ts';
import { apiCommand, matchingDevices, selectingCommand, type SelectingOptions } from '../upgrade/api-commands.ts';
import { onApi, type OnApi, type SessionOptions } from '../upgrade/api.ts';
import { checkSelection } from '../upgrade/selection.ts';
import { cancelRollout, membersIn, statusOf, tellChange } from './api.ts';
import { RETRIED, retryRollout, tellMade } from './make.ts';
import { planFields, rolloutId, withPlan, type PlanOptions } from './plan.ts';
import { recall } from './recall.ts';
import { COLUMNS, MEMBER_COLUMNS, rowOf, showRollout } from './show.ts';
import { watchRollout } from './watch.ts';

/** Adds the commands for roll-outs. All work through the API. */
export function addRolloutCommands(tool: Tool): void {
  const rollout = tool.program
    .command('rollout')
    .description('roll-outs: upgrades of a fleet, in waves, that go on alone');

  const creations = [
    [
      'create <id>',
      'createRollout',
      'starts a roll-out under a new id; repeating it with the same list changes nothing',
    ],
    ['dry-run <id>', 'dryRunRollout', 'says what would become of each device, and writes nothing'],
  ] as const;
  for (const [usage, call, about] of creations) {
    const command = withPlan(selectingCommand(rollout, usage, about));
    command.action((id, sns = [], options) => make(tool, id, { sns, ...options }, call));
  }
  addReadingCommands(tool, rollout);
  addChangingCommands(tool, rollout);
}

type Make = 'createRollout' | 'dryRunRollout';

async function make(tool: Tool, id: string, options: SelectingOptions & PlanOptions, call: Make): Promise<void> {
  checkSelection(options);
  const plan = { 'rollout-id': rolloutId(id), 'firmware-id': options.firmware, ...planFields(options) };
  const run = async (context: CommandContext, api: StreamFleetClient) => {
    const { sns, leftOut } = await matchingDevices(context, options);
    const ask = async () => api[call]({ ...plan, sn: [...sns] });
    await tellMade(context, call === 'createRollout' ? step(context.ending, ask) : ask(), leftOut);
  };
  await onApi(tool, options, run, call === 'createRollout' ? tool.changeInSteps : tool.onStage);
}

function addReadingCommands(tool: Tool, rollout: Group): void {
  const aboutState = 'only its devices in this state, with why they wait or were skipped; several may be given';
  rolloutCommand(rollout, 'status', 'tells how a roll-out stands, and what there is to do')
    .addOption(new Option('--state <state...>', aboutState).choices(MEMBER_STATES))
    .action((id, { state, ...session }) =>
      onApi(tool, session, async ({ printer }, api) => {
        if (state === undefined) showRollout(printer, await statusOf(api, id));
        else await printer.list(MEMBER_COLUMNS, await membersIn(api, id, state));
      }),
    );

  apiCommand(rollout, 'list', 'lists all roll-outs, newest first').action((session) =>
    onApi(tool, session, async ({ printer }, api) => {
      await printer.list(COLUMNS, (await api.listRollouts()).details.map(rowOf));
    }),
  );

  rolloutCommand(rollout, 'watch', 'shows how far a roll-out is until it has ended, or waits for a person')
    // Timers take no more.
    .addOption(duration('--every <duration>', 'how often to ask', '15s', 24))
    .addOption(duration('--for <duration>', 'how long at most', '24h', 24))
    .action((id, { every, for: longest, ...session }) => {
      const watch = { intervalMs: every * 1_000, maxDurationMs: longest * 1_000 };
      return onApi(tool, session, (context, api) => watchRollout(context, api, id, watch));
    });
}

function addChangingCommands(tool: Tool, rollout: Group): void {
  const change = (session: SessionOptions, run: OnApi) => onApi(tool, session, run, tool.changeStage);

  const aboutPause = 'pauses a roll-out: once it says so, no device is started until a resume';
  rolloutCommand(rollout, 'pause', aboutPause).action((id, session) =>
    change(session, (context, api) => tellChange(context, api.pauseRollout(id), `Roll-out ${id} cannot be paused`)),
  );

  rolloutCommand(rollout, 'resume', 'lets a paused roll-out go on, and accepts the failures that you have seen')
    .requiredOption('--version <n>', 'as you have seen it in its status', wholeNumber(1))
    .action((id, { version, ...session }) => {
      const refusal = `Roll-out ${id} is not paused as in version ${String(version)}, or its firmware is not available`;
      // Nobody accepts failures that nobody was told.
      return change(session, (context, api) => tellChange(context, api.resumeRollout(id, version), refusal));
    });

  rolloutCommand(rollout, 'cancel', 'cancels a roll-out: once it says so, no device is started by it any more')
    .option('--recall', 'cancel the upgrades too that it has requested and that have not begun')
    .action((id, { recall: isRecalled, ...session }) =>
      change(session, async (context, api) => {
        await cancelRollout(context, api, id);
        if (isRecalled) await recall(context, api, id);
      }),
    );

  const aboutStates = 'of the devices in these; with queued or waiting, the other is cancelled first';
  withPlan(rolloutCommand(rollout, 'retry', 'starts a new roll-out of the devices that failed in this one'))
    .option('--firmware <id>', 'to another firmware', wholeNumber(1))
    .option('--id <id>', 'the id of the new one; ID-retry if not given', rolloutId)
    .addOption(new Option('--states <state...>', aboutStates).choices(RETRIED).default(RETRIED.slice(0, 3)))
    .action((id, { firmware, id: newId, states, ...options }) => {
      const retry = { states, firmware, newId, plan: planFields(options) };
      return onApi(tool, options, (context, api) => retryRollout(context, api, id, retry), tool.changeInSteps);
    });
}

/** Adds a command for one roll-out. */
function rolloutCommand(group: Group, name: string, description: string) {
  return apiCommand(group, name, description).argument('<id>', 'its id', rolloutId);
}
