import { text } from 'node:stream/consumers';
import { sidHash } from '../../../../functions/store/sessions.ts';
import { UsageError } from '../fleet-error.ts';

/**
 * The hash of the session id on a stream, with or without the name of its cookie. Session ids are read from there and
 * from nowhere else: a command line stands in the history of the shell and in the list of processes.
 */
export async function readSid(input: NodeJS.ReadStream): Promise<string> {
  if (input.isTTY) console.error('Paste the cloud-sid, then press Enter and Ctrl-D:');
  const sid = (await text(input)).trim().replace(/^cloud-sid=/, '');
  if (sid === '') throw new UsageError('Which session? Give its cloud-sid on standard input, or its hash with --hash');
  return sidHash(sid);
}
