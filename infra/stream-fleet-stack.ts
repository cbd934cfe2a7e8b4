import { CfnOutput, Stack, Tags, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Environment } from '../functions/config/environment.ts';
import { Api } from './api.ts';
import { OperationFunction } from './operation-function.ts';
import type { StageSettings } from './stages.ts';
import { Tables } from './tables.ts';

interface StreamFleetStackProps extends StackProps {
  readonly stage: string;
  readonly settings: StageSettings;
}

/** One stage of the service: gateway → two functions → four tables. */
export class StreamFleetStack extends Stack {
  constructor(scope: Construct, id: string, { stage, settings, ...props }: StreamFleetStackProps) {
    super(scope, id, { description: `Stream fleet API, stage ${stage}`, ...props });
    Tags.of(this).add('stage', stage);

    const tables = new Tables(this, 'Tables', settings.removalPolicy);

    const getStreamServersList = new OperationFunction(this, 'GetStreamServersList', {
      operation: 'get-stream-servers-list',
      description: 'Tells which stream servers a device has and whether each is configured',
      settings,
      environment: { [Environment.deviceSn]: settings.deviceSn },
    });
    getStreamServersList.uses(tables.sessions, Environment.sessionsTable, 'dynamodb:GetItem');
    getStreamServersList.uses(tables.devices, Environment.devicesTable, 'dynamodb:GetItem');

    const startUpgrade = new OperationFunction(this, 'StartUpgrade', {
      operation: 'start-upgrade',
      description: 'Starts a firmware upgrade, exactly once per device',
      settings,
      environment: {
        [Environment.maxBatchSize]: String(settings.maxBatchSize),
        [Environment.maxBodyBytes]: String(settings.maxBodyBytes),
        [Environment.leaseSeconds]: String(settings.leaseSeconds),
      },
    });
    startUpgrade.uses(tables.sessions, Environment.sessionsTable, 'dynamodb:GetItem');
    startUpgrade.uses(tables.firmwares, Environment.firmwaresTable, 'dynamodb:GetItem');
    startUpgrade.uses(tables.devices, Environment.devicesTable, 'dynamodb:BatchGetItem');
    // Claims are puts; reading back what became of one, and of offline devices, are batch reads.
    startUpgrade.uses(tables.upgrades, Environment.upgradesTable, 'dynamodb:PutItem', 'dynamodb:BatchGetItem');

    const api = new Api(this, 'Api', {
      description: `Stream fleet API, stage ${stage}`,
      getStreamServersList: getStreamServersList.function,
      startUpgrade: startUpgrade.function,
      allowedOrigins: settings.allowedOrigins,
    });

    new CfnOutput(this, 'ApiUrl', { value: api.url });
    new CfnOutput(this, 'SessionsTableName', { value: tables.sessions.tableName });
    new CfnOutput(this, 'DevicesTableName', { value: tables.devices.tableName });
    new CfnOutput(this, 'FirmwaresTableName', { value: tables.firmwares.tableName });
    new CfnOutput(this, 'UpgradesTableName', { value: tables.upgrades.tableName });
  }
}
