import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** Whether there is still time for an attempt, and for what has to follow it. */
type InTime = () => boolean;

const limits = new WeakMap<object, InTime>();

/**
 * Has a call attempted only while there is time; to be said before it is made, of a client with {@link attemptsInTime}.
 * An attempt that comes too late is an error, and is not sent.
 * @param input of the call's command
 */
export function attemptOnlyWhile(inTime: InTime, input: object): void {
  limits.set(input, inTime);
}

/**
 * Makes a client ask right before each attempt of such a call whether there is time: by the clock, not by a timer. So
 * a process that Lambda froze between two attempts does not make the second when it thaws, an hour later.
 *
 * An abort signal for each call would do it too, but at 3 % of the processor time of a batch, and the client could not
 * cache its middleware.
 */
export function attemptsInTime(client: DynamoDBClient): void {
  client.middlewareStack.add(
    (next) => (args) => {
      if (limits.get(args.input)?.() === false) throw new Error('there was no time left for an attempt');
      return next(args);
    },
    // Within the retries, and after the time that signing takes.
    { name: 'attemptsInTime', step: 'finalizeRequest', priority: 'low' },
  );
}
