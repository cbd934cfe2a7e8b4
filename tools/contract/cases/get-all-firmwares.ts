import { firmwareList } from '../requests.ts';
import { DEMO } from '../../stage/demo-data/demo.ts';
import { faults, refusalsOf, SESSION_READ } from './refusals.ts';
import { check, NO_ROUTE, onStage, quick, refused, rule, type Case, type Passing, type Subject } from './case.ts';

const ODD = ['family-id=', 'family-id=1&family-id=1', 'model-id=1.5', 'hardware-version=%FF', 'after=21'];

/** The listing of firmwares: a caller with a session alone learns here what can be installed. */
export function firmwareCases({ admin, user, firmwareId, unavailableFirmwareId }: Subject): readonly Case[] {
  const refusal = refusalsOf('get-all-firmwares', SESSION_READ);
  const unknown = { ...admin, sid: 'no-such-session' };
  const product = '?family-id=3&model-id=2&hardware-version=1.0';
  return [
    ...rule(
      'get-all-firmwares lists the firmwares by their ids, those that are not available too, and tells no location',
      ['admin'],
      quick(check('The available one', firmwareList(admin), listed(firmwareId), { needs: ['firmwareId'] })),
      check('One that is not', firmwareList(admin), listed(unavailableFirmwareId), {
        needs: ['unavailableFirmwareId'],
      }),
      check('A name of no filter is ignored', firmwareList(admin, '?family=x&family='), listed()),
      check('POST is not found', { ...firmwareList(admin), method: 'POST' }, NO_ROUTE),
      onStage('demo', 'firmwares', 'The firmwares of a product', firmwareList(DEMO.admin, product), listed()),
    ),
    ...rule(
      'get-all-firmwares refuses what it cannot accept, with the code of the reason',
      ['admin'],
      quick(check('get-all-firmwares: No cookie', firmwareList(), refused(401, 37), { calls: [] })),
      refusal('noUpgradeSession', 'No valid session', firmwareList(unknown), refused(401, 37)),
      refusal('noAdministrator', 'The user is not an administrator', firmwareList(user, '?after='), refused(403, 31), {
        needs: ['user'],
      }),
      refusal('brokenSchema', 'A filter that is no number', firmwareList(admin, '?family-id=x'), refused(400, 7)),
      ...ODD.map((query) => check(`Refused: ${query}`, firmwareList(admin, `?${query}`), refused(400, 7))),
      ...faults(refusal, firmwareList(admin)),
    ),
  ];
}

/** A page that has these firmwares. A stage of somebody else's may have others. */
function listed(...firmwareIds: readonly number[]): Passing {
  return { status: 200, code: 0, devices: undefined, firmwareIds };
}
