/** docs/api/rollouts.md from its first block to the last, as a caller pastes them. No run goes on in between. */
import { expect } from '@jest/globals';
import { createStreamFleetClient } from '../../client/src/index.ts';
import { DEMO } from '../../tools/stage/demo-data/demo.ts';
import { shellIn, withClient } from '../support/docs/run.ts';
import { expectShown, shown, testDocument } from '../support/docs/test-document.ts';
import { emptyFolder } from '../support/fleet.ts';
import { newDevices, stage } from '../support/stage.ts';

const folder = emptyFolder();
const [member = '', other = ''] = await newDevices(2);
testDocument(
  'docs/api/rollouts.md',
  {
    sh: shellIn(folder),
    json: shown,
    'Retry: ts': async (block) => {
      const output = await withClient(folder)(block, '');
      expectShown(output, '0 running 3');
      const client = createStreamFleetClient({ baseUrl: stage.url, session: DEMO.admin });
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
