import type { Check, Session } from '../../http-checks/check.ts';
import { listed, listRefused, upgradeRefused } from '../../http-checks/expectations.ts';
import { listOf, upgrade } from '../../http-checks/requests.ts';
import type { Rule, Subject } from '../rule.ts';

/** Interface 5, and 4.2 rule 3. Bodies are such that nothing can be started, whoever is let in. */
export function authenticationRules(subject: Subject): readonly Rule[] {
  return [bothCookies(subject), cookieForms(subject), listSessions(subject), administrators(subject)];
}

function bothCookies({ admin }: Subject): Rule {
  const refused = (name: string, cookie: string): Check => ({
    name: `Refused: ${name}`,
    request: upgrade('{}', undefined, { cookie }),
    expectation: [upgradeRefused(401, 37)],
  });
  const { sid, uid } = encoded(admin);
  return {
    title: '5 start-upgrade requires cloud-sid and cloud-uid of a logged-in session',
    checks: [
      { name: 'Refused: no cookie', request: upgrade('{}'), expectation: [upgradeRefused(401, 37)] },
      refused('cloud-sid alone', `cloud-sid=${sid}`),
      refused('cloud-uid alone', `cloud-uid=${uid}`),
      refused('a session id that is none', `cloud-sid=no-such-session; cloud-uid=${uid}`),
      refused('the name of another user', `cloud-sid=${sid}; cloud-uid=${uid}x`),
      refused('a cookie name in other letters', `Cloud-Sid=${sid}; cloud-uid=${uid}`),
    ],
  };
}

function cookieForms({ admin }: Subject): Rule {
  const { sid, uid } = encoded(admin);
  // An administrator who sends no fields is told so: he was let in, and nothing else happened.
  const letIn = (name: string, cookie: string): Check => ({
    name,
    request: upgrade('{}', undefined, { cookie }),
    expectation: [upgradeRefused(400, 7)],
  });
  return {
    title: '5 Of a cookie sent twice the first counts, and quotes around a value are no part of it (docs/api.md)',
    checks: [
      letIn('A second cloud-sid is ignored', `cloud-sid=${sid}; cloud-uid=${uid}; cloud-sid=no-such-session`),
      letIn('Quotes are taken off', `cloud-sid="${sid}"; cloud-uid="${uid}"`),
    ],
  };
}

function listSessions({ sn, user }: Subject): Rule {
  const anonymous: Check = {
    name: 'Refused: no session',
    request: listOf(sn),
    expectation: [listRefused(401, 37, 'NOT_LOGGED_IN')],
  };
  const byUser = (session: Session): Check => ({
    name: 'The session of any user counts',
    request: listOf(sn, session),
    expectation: [listed()],
  });
  return {
    title: '5 The list of a named device asks for a session (docs/api.md)',
    checks: [anonymous, ...(user === undefined ? [] : [byUser(user)])],
  };
}

function administrators({ user }: Subject): Rule {
  const title = '4.2 rule 3: only users with administrative rights may call start-upgrade';
  if (user === undefined) return { title, checks: [], needs: '--user-sid and --user-uid' };
  const request = upgrade('{}', user);
  return { title, checks: [{ name: 'Refused: another user', request, expectation: [upgradeRefused(403, 31)] }] };
}

function encoded({ sid, uid }: Session): Session {
  return { sid: encodeURIComponent(sid), uid: encodeURIComponent(uid) };
}
