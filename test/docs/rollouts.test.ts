/** docs/api/rollouts.md from its first block to the last, as a caller pastes them. The stage runs on once, where somebody takes back what has not begun. */
import { expect } from '@jest/globals';
import { createStreamFleetClient } from '../../client/src/index.ts';
import { DEMO } from '../../tools/stage/demo-data/demo.ts';
import { captureOutput } from '../support/console.ts';
import { shellIn, withClient } from '../support/docs/run.ts';
import { runOf } from '../support/rollouts/run-of.ts';
import { expectShown, shown, testDocument } from '../support/docs/test-document.ts';
import { emptyFolder } from '../support/fleet.ts';
import { newDevices, stage } from '../support/stage.ts';

captureOutput();
const folder = emptyFolder();
const shell = shellIn(folder);
const client = createStreamFleetClient({ baseUrl: stage.url, session: DEMO.admin });
const RECALL = 'Take back what has not begun';
const [member = '', other = ''] = await newDevices(2);
testDocument(
  'docs/api/rollouts.md',
  {
    sh: shell,
    text: shown,
    json: shown,
    [`${RECALL}: sh`]: async (block, before) => {
      await runOf([member]);
      return shell(block, before);
    },
    [`${RECALL}: sh 3`]: async (block, before) => {
      const output = await shell(block, before);
      const taken = { sn: [member], 'firmware-id': 21 };
      const upgradeOf = async () => (await client.upgradeStatus([member])).details[0];
      const cancelled = await upgradeOf();
      await client.startUpgrade(taken);
      const theirs = await client.cancelUpgrade({ ...taken, 'upgrade-id': [cancelled?.['upgrade-id'] ?? ''] });
      expect([theirs.details[0]?.result, (await upgradeOf())?.state]).toEqual([38, 'requested']);
      return output;
    },
    'Retry: ts': async (block) => {
      const output = await withClient(folder)(block, '');
      expectShown(output, '0 running 2');
      expect(await client.cancelRollout(other)).toMatchObject({ result: 0 });
      return '';
    },
  },
  {
    'http://127.0.0.1:3000': stage.url,
    // Names as new as the devices.
    'spring-21': member,
    'spring-22': other,
    [DEMO.batch[0]]: member,
    [DEMO.batch[1]]: other,
  },
);
