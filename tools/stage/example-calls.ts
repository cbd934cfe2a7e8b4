import { DEMO } from './demo-data/demo.ts';

interface User {
  readonly sid: string;
  readonly uid: string;
}

export interface ExampleCommand {
  readonly what: string;
  readonly command: string;
}

/** Commands to paste, in an order that shows each kind of answer; `url` is the base URL of the stage. */
export function exampleCommands(url: string): readonly ExampleCommand[] {
  const [first, second] = DEMO.batch;
  const start = (user: User, sn: readonly string[], firmwareId: number) =>
    `curl -iw '\\n' ${cookies(user)} -H 'Content-Type: application/json' ` +
    `-d '${JSON.stringify({ sn, 'firmware-id': firmwareId })}' ${url}/sc_cloud/upgrade/start`;
  const list = 'V1.0/stream/getStreamServersList';
  return [
    {
      what: 'The stream servers of the device that the bare base URL speaks for',
      command: `curl -iw '\\n' ${url}/${list}`,
    },
    { what: '… and of any device', command: `curl -iw '\\n' ${cookies(DEMO.user)} ${url}/devices/${first}/${list}` },
    {
      what: 'Which firmwares there are',
      command: `curl -iw '\\n' ${cookies(DEMO.admin)} ${url}/sc_cloud/firmware/list`,
    },
    { what: 'Start an upgrade', command: start(DEMO.admin, [first, second], DEMO.firmwareId) },
    { what: 'The same again: a repeat (1)', command: start(DEMO.admin, [first, second], DEMO.firmwareId) },
    { what: 'Another firmware: busy (11)', command: start(DEMO.admin, [first, second], DEMO.otherFirmwareId) },
    { what: 'An ordinary user: refused (403)', command: start(DEMO.user, [first], DEMO.firmwareId) },
  ];
}

/** The text that a stage prints when it is ready. */
export function exampleCalls(url: string): string {
  const commands = exampleCommands(url).map(({ what, command }) => `# ${what}\n${command}\n`);
  return [`# In a browser: the fleet, and every operation to try out\n# ${url}\n`, ...commands].join('\n');
}

function cookies({ sid, uid }: User): string {
  return `-b 'cloud-sid=${sid}; cloud-uid=${uid}'`;
}
