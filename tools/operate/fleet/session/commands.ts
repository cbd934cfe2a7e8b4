import { Option } from '@commander-js/extra-typings';
import { onStage } from '../on-stage.ts';
import { durationSeconds } from '../options/duration.ts';
import { sessionHash } from '../options/session-hash.ts';
import { userName } from '../options/user-name.ts';
import type { Program } from '../program.ts';
import { createSession } from './create.ts';
import { listSessions } from './list.ts';
import { revokeSession } from './revoke.ts';
import { readSid } from './read-sid.ts';

const EIGHT_HOURS = 8 * 60 * 60;

/** Sessions: who may call the API. */
export function addSessionCommands(program: Program): void {
  const session = program.command('session').description('sessions: who may call the API');

  session
    .command('create')
    .description('creates a session and prints its two cookies, this once')
    .requiredOption('--user <name>', 'the user, who is the cloud-uid', userName)
    .option('--admin', 'with the rights of an administrator, who may start upgrades')
    .addOption(
      new Option('--ttl <duration>', 'how long it counts, such as 30m, 8h or 7d')
        .argParser(durationSeconds)
        .default(EIGHT_HOURS, '8h'),
    )
    .action(({ user, admin = false, ttl }) =>
      onStage(program.opts(), (stage, printer) => createSession(stage, printer, { user, admin, ttl })),
    );

  session
    .command('revoke')
    .description('ends a session, whose cloud-sid is read from standard input unless --hash names it')
    .option('--hash <hash>', 'the hash under which "session list" shows it', sessionHash)
    .action(({ hash }) =>
      onStage(program.opts(), async (stage, printer) => {
        await revokeSession(stage, printer, hash ?? (await readSid(process.stdin)));
      }),
    );

  session
    .command('list')
    .description('lists the sessions of a user, those that have run out included')
    .requiredOption('--user <name>', 'the user', userName)
    .action(({ user }) => onStage(program.opts(), (stage, printer) => listSessions(stage, printer, user)));
}
