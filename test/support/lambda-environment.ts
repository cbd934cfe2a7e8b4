import { CREDENTIALS, REGION } from '../../tools/stage/account.ts';

/** The environment in which Lambda would run the functions, with the database at this URL. */
export function lambdaEnvironment(databaseUrl: string): void {
  Object.assign(process.env, {
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: databaseUrl,
  });
}
