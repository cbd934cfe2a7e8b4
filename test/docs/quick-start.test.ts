/** The quick start of docs/api.md: from a session alone to a finished upgrade, as a caller would paste it. */
import { DEMO } from '../../tools/stage/demo-data/demo.ts';
import { shellIn } from '../support/docs/run.ts';
import { shown, testDocument } from '../support/docs/test-document.ts';
import { emptyFolder } from '../support/fleet.ts';
import { gateway, succeeded, upgradeOf } from '../support/reports.ts';
import { newDevice, stage } from '../support/stage.ts';

const sn = await newDevice();
const shell = shellIn(emptyFolder());

testDocument(
  'docs/api.md',
  {
    sh: shell,
    json: shown,
    'Quick start: sh 3': async (block) => {
      await gateway.reportEnd(await upgradeOf(sn), succeeded);
      return shell(block, '');
    },
  },
  { 'http://127.0.0.1:3000': stage.url, [DEMO.batch[1]]: sn },
);
