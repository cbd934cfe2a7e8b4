/** The reference page of the local stage, used in a real browser as its readers do. */
import { expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { TriedOperation } from '../../../support/tried-operation.ts';
import { expectAccessible, onPage } from '../../../support/browser.ts';
import { list, listOf, newDevice, storedUpgrade } from '../../../support/stage.ts';

test('The page shows the title and every operation, and loads nothing but its own files', async () => {
  await onPage('/docs', async (page, asked) => {
    const paths = page.locator('.opblock-summary-path');
    await paths.first().waitFor();
    expect(await page.getByRole('heading', { name: 'Stream fleet API' }).count()).toBe(1);
    expect(await paths.allInnerTexts()).toEqual([
      '/V1.0/stream/getStreamServersList',
      '/V1.0/stream/getStreamServersList',
      '/devices/{sn}/V1.0/stream/getStreamServersList',
      '/devices/{sn}/V1.0/stream/getStreamServersList',
      ...['start', 'status', 'cancel', 'dry-run'].map((name) => `/sc_cloud/upgrade/${name}`),
    ]);
    // A headless browser requests no icon.
    expect(new Set(asked.map(({ pathname }) => pathname).filter((path) => !path.includes('favicon')))).toEqual(
      new Set([
        '/docs',
        '/docs/page.css',
        '/docs/swagger-ui.css',
        '/docs/initialiser.js',
        '/docs/swagger-ui-bundle.js',
        '/docs/openapi.yaml',
      ]),
    );
  });
}, 60_000);

test('It lists the six stream servers of the stage’s own device', async () => {
  await onPage('/docs', async (page) => {
    const operation = await TriedOperation.open(page, 'getStreamServersList');
    const { status, body } = await operation.execute();
    expect([status, body]).toEqual([200, (await list()).body]);
    expect(body).toMatchObject({ totalCount: 6 });
  });
}, 60_000);

test('It lists the stream servers of the device whose serial number is filled in', async () => {
  const sn = await newDevice({ streamServers: [{ id: 7, name: 'Attic', type: 1, streamKey: 'SECRET-1' }] });
  await onPage('/docs', async (page, asked) => {
    const operation = await TriedOperation.open(page, 'getStreamServersListOfDevice');
    await operation.fillParameter('sn', sn);
    const { status, body } = await operation.execute();
    expect([status, body]).toEqual([200, (await listOf(sn)).body]);
    expect(body).toMatchObject({ serverList: expect.arrayContaining([expect.objectContaining({ name: 'Attic' })]) });
    expect(asked.at(-1)?.pathname).toBe(`/devices/${sn}/V1.0/stream/getStreamServersList`);
  });
}, 60_000);

test('It starts an upgrade once, however often it is executed there, or by the command that it shows', async () => {
  const sn = await newDevice();
  const told = (result: number) => ({ result: 0, method: 'start-upgrade', details: [{ sn, result }] });
  await onPage('/docs', async (page) => {
    const operation = await TriedOperation.open(page, 'startUpgrade');
    await operation.fillBody({ sn: [sn], 'firmware-id': 21 });
    expect(await operation.execute()).toMatchObject({ status: 200, body: told(0) });
    const started = await storedUpgrade(sn);
    expect(started).toMatchObject({ requestedBy: 'demo-admin' });

    const { status, body, curl } = await operation.execute();
    expect([status, body]).toEqual([200, told(1)]);
    const { stdout } = await promisify(execFile)('sh', ['-c', curl]);
    expect(JSON.parse(stdout)).toEqual(told(1));
    expect(await storedUpgrade(sn)).toEqual(started);
  });
}, 60_000);

test('Nothing hinders a reader of operations, nor one who has tried them', async () => {
  await onPage('/docs', async (page) => {
    await TriedOperation.open(page, 'getStreamServersListOfDevice');
    await (await TriedOperation.open(page, 'startUpgrade')).execute();
    await expectAccessible(page);
  });
}, 60_000);
