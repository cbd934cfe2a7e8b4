import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { CommandError } from '../../../command-line.ts';

/** Waits for a write, and throws a CommandError with this message if its condition failed. */
export async function conditionally(write: Promise<unknown>, refusal: string): Promise<void> {
  try {
    await write;
  } catch (error) {
    throw error instanceof ConditionalCheckFailedException ? new CommandError(refusal) : error;
  }
}
