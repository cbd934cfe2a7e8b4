/**
 * The account of the local stage for AWS libraries. DynamoDB Local can keep one database per access key and region, and
 * refuses keys that are not alphanumeric: everything that talks to it takes both from here.
 */
export const REGION = 'eu-central-1';
export const ACCOUNT_ID = '000000000000';
export const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

/** What every client of the engine is told. Otherwise FIPS or dual-stack settings of the user's own account would refuse the endpoint. */
export const LOCAL = { region: REGION, credentials: CREDENTIALS, useFipsEndpoint: false, useDualstackEndpoint: false };
