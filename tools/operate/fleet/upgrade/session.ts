import { UsageError } from '../fleet-error.ts';

/** A session as its two cookies carry it. */
export interface Session {
  readonly sid: string;
  readonly uid: string;
}

/** The session that options or the environment give. Throws a UsageError when a part is missing. */
export function sessionFrom(sid: string | undefined, uid: string | undefined): Session {
  if (sid && uid) return { sid, uid };
  throw new UsageError(
    'Whose session? Set FLEET_SID and FLEET_UID to the cookies of an administrator, or give --sid and --uid',
  );
}
