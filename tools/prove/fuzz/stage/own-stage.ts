import { startLocalStage } from '../../../stage/stage.ts';
import { startFuzzStage, type FuzzStage } from './fuzz-stage.ts';

/** A stage on an engine of its own, with the demo data. */
export async function startOwnStage(): Promise<FuzzStage> {
  const local = await startLocalStage({ port: 0 });
  try {
    const stage = await startFuzzStage(local.dynamodbEndpoint);
    return {
      ...stage,
      close: async () => {
        await stage.close();
        await local.close();
      },
    };
  } catch (error) {
    await local.close();
    throw error;
  }
}
