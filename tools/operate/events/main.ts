import { readFile } from 'node:fs/promises';
import { CommandError, newCommand, runCommand } from '../../command-line.ts';
import * as v from 'valibot';
import { pipesOf } from '../../stage/pipes/pipes.ts';
import { parseTemplate } from '../../stage/template.ts';

const Records = v.object({
  Records: v.array(v.looseObject({ dynamodb: v.looseObject({ SequenceNumber: v.string() }) })),
});

const command = newCommand(
  'npm run events --',
  "Prints the events that a stage's pipes make of stream records, as put-events takes them: for records that a pipe gave up.",
  '0 printed, 1 a file cannot be read',
)
  .requiredOption('--template <file>', 'template of the deployed stage, as get-template returns it')
  .requiredOption('--bus <name>', 'event bus of the stage')
  .requiredOption('--last <number>', 'sequence number of the last record to take')
  .argument('<records>', 'file with records of the stream, as get-records returns them')
  .action(async (file, { template, bus: EventBusName, last }) => {
    const pipes = pipesOf(parseTemplate(await readJson(template)));
    const { success, output } = v.safeParse(Records, await readJson(file));
    if (!success) throw new CommandError(`There are no records in ${file}.`);
    const records = output.Records.filter(({ dynamodb }) => !isAfter(dynamodb.SequenceNumber, last));
    const events = records.flatMap((record) => pipes.map((pipe) => pipe.eventOf(record)));
    const entries = events.flatMap((event) =>
      event === undefined
        ? []
        : [
            {
              EventBusName,
              Source: event.source,
              DetailType: event.detailType,
              Detail: JSON.stringify(event.detail),
            },
          ],
    );
    console.log(JSON.stringify(entries, undefined, 2));
  });

await runCommand(command);

/** Sequence numbers have more digits than a number can hold. */
function isAfter(one: string, other: string): boolean {
  return BigInt(one) > BigInt(other);
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    throw new CommandError(`${file} cannot be read as JSON.`);
  }
}
