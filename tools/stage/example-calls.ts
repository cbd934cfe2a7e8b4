import { DEMO } from './demo-data/demo.ts';

interface User {
  readonly sid: string;
  readonly uid: string;
}

/** Commands to paste into a shell, in an order that shows each kind of answer; `url` is the address of the stage. */
export function exampleCalls(url: string): string {
  const [first, second] = DEMO.batch;
  const start = (user: User, sn: readonly string[], firmwareId: number) =>
    `curl -iw '\\n' ${cookies(user)} -H 'Content-Type: application/json' ` +
    `-d '${JSON.stringify({ sn, 'firmware-id': firmwareId })}' ${url}/sc_cloud/upgrade/start`;
  const list = 'V1.0/stream/getStreamServersList';
  return [
    `# In a browser: every operation, to read and to try out\n# ${url}/docs\n`,
    call('The stream servers of the device that the bare base URL speaks for', `curl -iw '\\n' ${url}/${list}`),
    call('… and of any device', `curl -iw '\\n' ${cookies(DEMO.user)} ${url}/devices/${first}/${list}`),
    call('Start an upgrade', start(DEMO.admin, [first, second], DEMO.firmwareId)),
    call('The same again: a repeat (1)', start(DEMO.admin, [first, second], DEMO.firmwareId)),
    call('Another firmware: busy (11)', start(DEMO.admin, [first, second], DEMO.otherFirmwareId)),
    call('An ordinary user: refused (403)', start(DEMO.user, [first], DEMO.firmwareId)),
  ].join('\n');
}

function call(what: string, command: string): string {
  return `# ${what}\n${command}\n`;
}

function cookies({ sid, uid }: User): string {
  return `-b 'cloud-sid=${sid}; cloud-uid=${uid}'`;
}
