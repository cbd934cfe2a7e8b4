import { check } from '../../http-checks/check.ts';
import { listed, listRefused, upgradeRefused } from '../../http-checks/expectations.ts';
import { listOf, upgrade, type Session } from '../../../contract/requests.ts';
import type { Rule, Subject } from '../rule.ts';

/** Sessions and rights. The bodies can start nothing, even if a caller is let in. */
export function authenticationRules({ admin, user, sn }: Subject): readonly Rule[] {
  const sid = encodeURIComponent(admin.sid);
  const uid = encodeURIComponent(admin.uid);
  const refused = (name: string, cookie?: string) =>
    check(`Refused: ${name}`, upgrade('{}', undefined, { ...(cookie && { cookie }) }), upgradeRefused(401, 37));
  // The answer to missing fields shows that the administrator was let in; it starts nothing.
  const letIn = (name: string, cookie: string) =>
    check(name, upgrade('{}', undefined, { cookie }), upgradeRefused(400, 7));
  return [
    {
      title: 'start-upgrade needs the cookies cloud-sid and cloud-uid of a valid session',
      checks: [
        refused('no cookie'),
        refused('cloud-sid alone', `cloud-sid=${sid}`),
        refused('cloud-uid alone', `cloud-uid=${uid}`),
        refused('an unknown session id', `cloud-sid=no-such-session; cloud-uid=${uid}`),
        refused('the name of another user', `cloud-sid=${sid}; cloud-uid=${uid}x`),
        refused('a cookie name in upper case', `Cloud-Sid=${sid}; cloud-uid=${uid}`),
      ],
    },
    {
      title: 'Of a cookie sent twice the first counts, and quotes around a value are not part of it',
      checks: [
        letIn('A second cloud-sid is ignored', `cloud-sid=${sid}; cloud-uid=${uid}; cloud-sid=no-such-session`),
        letIn('Quotes are removed', `cloud-sid="${sid}"; cloud-uid="${uid}"`),
      ],
    },
    {
      title: 'The list of a named device needs a session',
      checks: [
        check('Refused: no session', listOf(sn), listRefused(401, 37, 'NOT_LOGGED_IN')),
        ...(user === undefined ? [] : [check('Any user may ask', listOf(sn, user), listed())]),
      ],
    },
    administrators(user),
  ];
}

function administrators(user: Session | undefined): Rule {
  const title = 'Only administrators may call start-upgrade';
  if (user === undefined) return { title, checks: [], needs: '--user-sid and --user-uid' };
  const name = 'Refused: a user without administrative rights';
  return { title, checks: [check(name, upgrade('{}', user), upgradeRefused(403, 31))] };
}
