import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { Option } from '@commander-js/extra-typings';
import { epochSeconds, isAhead } from '../../../functions/domain/epoch-seconds.ts';
import type { SessionItem } from '../../../functions/store/items/session.ts';
import { sidHash } from '../../../functions/store/sessions.ts';
import { CommandError, UsageError, type ProgramContext } from '../../command-line.ts';
import { sidIn } from '../session-cookies.ts';
import { duration, sessionHash, userName } from './option-values.ts';
import { moment, plain, scalarsOf, type Columns } from './output.ts';
import type { CommandContext, Tool } from './program.ts';
import { scan } from './stage/stage.ts';

export function addSessionCommands({ program, context, onStage, changeStage }: Tool): void {
  const session = program.command('session').description('sessions: who may call the API');

  session
    .command('create')
    .description('creates a session and prints its two cookies, which are shown only once')
    .requiredOption('--user <name>', 'any name: the cloud-uid, and who is recorded to ask for upgrades', userName)
    .option('--admin', 'an administrator, who may start upgrades')
    // Longer, and a session that leaks would stay useful.
    .addOption(duration('--ttl <duration>', 'how long it is valid', '8h', 30))
    .action(({ user, admin = false, ttl }) => changeStage(createSession, user, admin ? 'admin' : 'user', ttl));

  session
    .command('revoke')
    .description('ends a session; its cloud-sid is read from standard input unless an option names it')
    .addOption(
      new Option('--hash <hash>', 'the hash that "session list" shows').argParser(sessionHash).conflicts('user'),
    )
    .option('--user <name>', 'all sessions of this user', userName)
    .action(async ({ hash, user }) => {
      if (user !== undefined) return changeStage(revokeSessionsOf, user);
      return changeStage(revokeSession, hash === undefined ? await hashesFrom(context) : [hash]);
    });

  session
    .command('list')
    .description('lists the sessions of a user, expired ones included')
    .requiredOption('--user <name>', 'name of the user', userName)
    .action(({ user }) => onStage(listSessions, user));
}

/** 256 bits: as hard to guess as its hash is to reverse. */
const SID_BYTES = 32;

/** Records a session and prints its cookies. The session id is kept nowhere else: the table has only its hash. */
async function createSession(
  context: CommandContext,
  user: string,
  role: SessionItem['role'],
  ttlSeconds: number,
): Promise<void> {
  const { client, documents, tables, printer, ending } = context;
  const sid = randomBytes(SID_BYTES).toString('base64url');
  const expiresAt = epochSeconds(new Date()) + ttlSeconds;
  const Item = { sidHash: sidHash(sid), userName: user, role, expiresAt } satisfies SessionItem;
  await documents.send(new PutCommand({ TableName: tables.sessions, Item }));
  ending.tellEarly(() => `the session exists; without its cookies, "session revoke --hash ${Item.sidHash}" ends it`);
  // Percent-encoded, as the API decodes cookies once and a header does not allow every character.
  const lines = [`cloud-sid=${sid}`, `cloud-uid=${encodeURIComponent(user)}`];
  printer.print({ sid, uid: user, role, expiresAt: moment(expiresAt) }, ...lines);
  printer.note(`Role ${role}, valid until ${moment(expiresAt) ?? ''}. The cookies are not shown again.`);
  const offMinutes = Math.round(client.config.systemClockOffset / 60_000);
  if (Math.abs(offMinutes) >= MOST_MINUTES_OFF) printer.note(clockHint(offMinutes));
}

/** More, and a session ends noticeably too soon or too late. */
const MOST_MINUTES_OFF = 2;

/** The stage judges sessions by its own clock, and the database tells that. */
function clockHint(offMinutes: number): string {
  const [direction, when] = offMinutes > 0 ? ['slow', 'early'] : ['fast', 'late'];
  const minutes = `${String(Math.abs(offMinutes))} minutes`;
  return `The clock of this machine is ${minutes} ${direction}, so the session ends ${minutes} too ${when}: set the clock.`;
}

/**
 * Deletes the session with one of these hashes, so that it is invalid from now on.
 * @throws CommandError when there is none
 */
async function revokeSession({ documents, tables, printer }: CommandContext, hashes: readonly string[]): Promise<void> {
  for (const sidHash of hashes) {
    const { Attributes } = await documents.send(
      new DeleteCommand({ TableName: tables.sessions, Key: { sidHash }, ReturnValues: 'ALL_OLD' }),
    );
    if (Attributes === undefined) continue;
    const revoked = scalarsOf(Attributes, ['sidHash', 'userName']);
    printer.print({ ...revoked, revoked: true }, `The session of ${plain(revoked['userName'])} is revoked.`);
    return;
  }
  throw new CommandError('There is no such session');
}

/**
 * Deletes all sessions of a user. Repeat it if the user may have logged in meanwhile.
 * @throws CommandError when there is none
 */
async function revokeSessionsOf(context: CommandContext, user: string): Promise<void> {
  const { documents, tables, printer } = context;
  let revoked = 0;
  for await (const { sidHash } of scan(context, sessionsOf(user))) {
    await documents.send(new DeleteCommand({ TableName: tables.sessions, Key: { sidHash } }));
    revoked += 1;
  }
  if (revoked === 0) throw new CommandError(`There is no session of ${user}`);
  printer.print({ userName: user, revoked }, `Sessions of ${user} that are revoked: ${String(revoked)}.`);
}

/**
 * The hashes that the session id on standard input may have, or be. Session ids are only read from there: a command line shows
 * up in the shell history and the process list.
 * @throws UsageError unless there is exactly one
 */
async function hashesFrom({ stdin, stderr }: ProgramContext): Promise<readonly string[]> {
  if (stdin.isTTY) stderr.write('Paste the cloud-sid, then press Enter and Ctrl-D:\n');
  const sids = sidIn(await text(stdin));
  if (sids !== undefined) return sids.flatMap((sid) => [sidHash(sid), sid]);
  throw new UsageError('Which session? Give one cloud-sid on standard input and nothing else, or its hash with --hash');
}

const COLUMNS: Columns = { sidHash: 64, role: 5, state: 7, expiresAt: 24 };

async function listSessions(context: CommandContext, user: string): Promise<void> {
  const now = epochSeconds(new Date());
  const sessions = await Array.fromAsync(scan(context, sessionsOf(user)), ({ expiresAt, ...session }) => {
    // DynamoDB deletes late: an expired session may still be there.
    const isLive = typeof expiresAt === 'number' && isAhead(expiresAt, now);
    return { ...session, state: isLive ? 'live' : 'expired', expiresAt: moment(expiresAt) };
  });
  await context.printer.list(COLUMNS, sessions);
}

function sessionsOf(user: string) {
  const attributes = ['sidHash', 'userName', 'role', 'expiresAt'];
  return { table: 'sessions', attributes, where: { attribute: 'userName', value: user } } as const;
}
