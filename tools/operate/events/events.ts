import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import * as v from 'valibot';
import { chunksOf } from '../../../functions/store/batching.ts';
import { CommandError, newCommand, UsageError, visibleJson, type ProgramContext } from '../../command-line.ts';
import { errorPrinter, exitCodeOf } from '../../run-program.ts';
import { pipesOf, type PipeEvent } from '../../stage/pipes/pipes.ts';
import { parseTemplate } from '../../stage/template.ts';

const DIGITS = /^\d{1,100}$/;

const Records = v.object({
  Records: v.array(v.looseObject({ dynamodb: v.looseObject({ SequenceNumber: v.pipe(v.string(), v.regex(DIGITS)) }) })),
});

type StreamRecord = v.InferOutput<typeof Records>['Records'][number];

/** `put-events` refuses a longer list as a whole. */
const ENTRIES_PER_CALL = 10;

/** The events of records that a pipe gave up. Returns the exit code. */
export function events(args: readonly string[], context: ProgramContext): Promise<number> {
  const command = newCommand(
    'npm run events --',
    "Prints the events that a stage's pipes make of stream records, as lists that put-events takes: for records that a pipe gave up.",
    '0 printed, 1 a file cannot be read, or lacks the first or the last record',
    context,
  )
    .requiredOption('--template <file>', 'template of the deployed stage, as get-template returns it')
    .requiredOption('--bus <name>', 'event bus of the stage')
    .requiredOption('--first <number>', 'sequence number of the first record to take', sequenceNumber)
    .requiredOption('--last <number>', 'sequence number of the last record to take', sequenceNumber)
    .argument('<records>', 'file with records of the stream, as get-records returns them')
    .action(async (file, { template, bus, first, last }) => {
      // An empty list would say that there is nothing to send, and the letter is deleted.
      if (first > last) throw new UsageError('--first must not be larger than --last.');
      const json = (path: string) => readJson(resolve(context.cwd(), path));
      const pipes = pipesOf(parseTemplate(await json(template), template));
      const { success, output } = v.safeParse(Records, await json(file));
      if (!success) throw new CommandError(`There are no records in ${file}.`);
      const records = between(first, last, output.Records, file);
      const made = records.flatMap((record) => pipes.flatMap((pipe) => pipe.eventOf(record) ?? []));
      const entries = made.map((event) => entryOf(event, bus));
      context.stdout.write(`${visibleJson(chunksOf(ENTRIES_PER_CALL, entries), 2)}\n`);
    });
  return exitCodeOf(command, args, errorPrinter(args, context), context);
}

/** The records from the first to the last. Throws unless both are there: a page of a stream may end anywhere, even be empty. */
function between(first: bigint, last: bigint, records: readonly StreamRecord[], file: string): readonly StreamRecord[] {
  const numbers = records.map(numberOf);
  const missing = [first, last].filter((number) => !numbers.includes(number));
  if (missing.length > 0)
    throw new CommandError(`${file} lacks the record ${missing.join(' and ')}. Read further pages.`);
  return records.filter((record) => numberOf(record) >= first && numberOf(record) <= last);
}

function numberOf({ dynamodb }: StreamRecord): bigint {
  return BigInt(dynamodb.SequenceNumber);
}

function entryOf({ source, detailType, detail }: PipeEvent, EventBusName: string) {
  return { EventBusName, Source: source, DetailType: detailType, Detail: JSON.stringify(detail) };
}

/** Sequence numbers have more digits than a number can hold. */
function sequenceNumber(text: string): bigint {
  if (DIGITS.test(text)) return BigInt(text);
  throw new InvalidArgumentError('It must be digits alone.');
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    throw new CommandError(`${file} cannot be read as JSON.`);
  }
}
