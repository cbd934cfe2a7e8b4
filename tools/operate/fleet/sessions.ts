import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { Option } from '@commander-js/extra-typings';
import { epochSeconds, isAhead } from '../../../functions/domain/epoch-seconds.ts';
import type { SessionItem } from '../../../functions/store/items/session.ts';
import { sidHash } from '../../../functions/store/sessions.ts';
import { CommandError, UsageError } from '../../command-line.ts';
import { durationSeconds, sessionHash, userName } from './option-values.ts';
import type { Printer } from './output/printer.ts';
import { moment, plain, scalarsOf, type Columns, type Row } from './output/records.ts';
import { onStage, type Program } from './program.ts';
import { scan } from './stage/items.ts';
import type { Stage } from './stage/stage.ts';

const EIGHT_HOURS = 8 * 60 * 60;

/** Adds the commands for sessions: who may call the API. */
export function addSessionCommands(program: Program): void {
  const session = program.command('session').description('sessions: who may call the API');

  session
    .command('create')
    .description('creates a session and prints its two cookies, which are shown only once')
    .requiredOption('--user <name>', 'name of the user, the value of cloud-uid', userName)
    .option('--admin', 'an administrator, who may start upgrades')
    .addOption(
      new Option('--ttl <duration>', 'how long it is valid, such as 30m, 8h or 7d')
        .argParser(durationSeconds)
        .default(EIGHT_HOURS, '8h'),
    )
    .action(({ user, admin = false, ttl }) =>
      onStage(program, (stage, printer) => createSession(stage, printer, { user, admin, ttl })),
    );

  session
    .command('revoke')
    .description('ends a session; its cloud-sid is read from standard input unless an option names it')
    .addOption(
      new Option('--hash <hash>', 'the hash that "session list" shows').argParser(sessionHash).conflicts('user'),
    )
    .option('--user <name>', 'all sessions of this user', userName)
    .action(({ hash, user }) =>
      onStage(program, async (stage, printer) => {
        if (user === undefined) await revokeSession(stage, printer, hash ?? (await hashFrom(process.stdin)));
        else await revokeSessionsOf(stage, printer, user);
      }),
    );

  session
    .command('list')
    .description('lists the sessions of a user, expired ones included')
    .requiredOption('--user <name>', 'name of the user', userName)
    .action(({ user }) => onStage(program, (stage, printer) => listSessions(stage, printer, user)));
}

/** 256 bits: as hard to guess as its hash is to reverse. */
const SID_BYTES = 32;

interface NewSession {
  readonly user: string;
  readonly admin: boolean;
  /** Seconds for which it is valid. */
  readonly ttl: number;
}

/** Records a session and prints its cookies. The session id is kept nowhere else: the table has only its hash. */
async function createSession(stage: Stage, printer: Printer, { user, admin, ttl }: NewSession): Promise<void> {
  const sid = randomBytes(SID_BYTES).toString('base64url');
  const role = admin ? 'admin' : 'user';
  const expiresAt = epochSeconds(new Date()) + ttl;
  const Item = { sidHash: sidHash(sid), userName: user, role, expiresAt } satisfies SessionItem;
  await stage.documents.send(new PutCommand({ TableName: stage.tables.sessions, Item }));
  // Percent-encoded, as the API decodes cookies once and a header does not allow every character.
  const lines = `cloud-sid=${sid}\ncloud-uid=${encodeURIComponent(user)}`;
  printer.print({ sid, uid: user, role, expiresAt: moment(expiresAt) }, lines);
  printer.note(`Role ${role}, valid until ${moment(expiresAt) ?? ''}. The cookies are not shown again.`);
}

/**
 * Deletes the session with a hash, so that it is invalid from now on.
 * @throws CommandError when there is none
 */
async function revokeSession({ documents, tables }: Stage, printer: Printer, hash: string): Promise<void> {
  const { Attributes } = await documents.send(
    new DeleteCommand({ TableName: tables.sessions, Key: { sidHash: hash }, ReturnValues: 'ALL_OLD' }),
  );
  if (Attributes === undefined) throw new CommandError('There is no such session');
  const revoked = scalarsOf(Attributes, ['sidHash', 'userName']);
  printer.print({ ...revoked, revoked: true }, `The session of ${plain(revoked['userName'])} is revoked.`);
}

/**
 * Deletes all sessions of a user. Repeat it if the user may have logged in meanwhile.
 * @throws CommandError when there is none
 */
async function revokeSessionsOf(stage: Stage, printer: Printer, user: string): Promise<void> {
  let revoked = 0;
  const where = { attribute: 'userName', value: user };
  for await (const { sidHash } of scan(stage, { table: 'sessions', attributes: ['sidHash', 'userName'], where })) {
    await stage.documents.send(new DeleteCommand({ TableName: stage.tables.sessions, Key: { sidHash } }));
    revoked += 1;
  }
  if (revoked === 0) throw new CommandError(`There is no session of ${user}`);
  printer.print({ userName: user, revoked }, `Sessions of ${user} that are revoked: ${String(revoked)}.`);
}

/**
 * The hash of the session id on a stream, with or without the name of its cookie. Session ids are only read from there:
 * a command line shows up in the shell history and the process list.
 * @throws UsageError when there is none
 */
async function hashFrom(input: NodeJS.ReadStream): Promise<string> {
  if (input.isTTY) console.error('Paste the cloud-sid, then press Enter and Ctrl-D:');
  const sid = (await text(input)).trim().replace(/^cloud-sid=/, '');
  if (sid === '') throw new UsageError('Which session? Give its cloud-sid on standard input, or its hash with --hash');
  return sidHash(sid);
}

const COLUMNS: Columns = { sidHash: 64, role: 5, state: 7, expiresAt: 24 };

/** Lists the sessions of a user by their hashes. */
async function listSessions(stage: Stage, printer: Printer, user: string): Promise<void> {
  await printer.list(COLUMNS, sessionsOf(stage, user));
}

async function* sessionsOf(stage: Stage, user: string): AsyncGenerator<Row, void> {
  const attributes = ['sidHash', 'userName', 'role', 'expiresAt'];
  const where = { attribute: 'userName', value: user };
  for await (const { expiresAt, ...item } of scan(stage, { table: 'sessions', attributes, where })) {
    // DynamoDB deletes late: an expired session may still be there.
    const isLive = typeof expiresAt === 'number' && isAhead(expiresAt, epochSeconds(new Date()));
    yield { ...item, state: isLive ? 'live' : 'expired', expiresAt: moment(expiresAt) };
  }
}
