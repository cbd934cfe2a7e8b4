import { CfnOutput, Stack, Tags, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Alarms } from './alarms.ts';
import { Api } from './api.ts';
import { Canary } from './canary.ts';
import { checkSettings } from './check-settings.ts';
import { DeviceGatewayPolicy } from './device-gateway-policy.ts';
import { FleetDashboard } from './fleet-dashboard.ts';
import { Operations } from './operations.ts';
import type { StageSettings } from './stages.ts';
import { Tables } from './tables.ts';
import { UpgradeEvents } from './upgrade-events.ts';

interface StreamFleetStackProps extends StackProps {
  readonly stage: string;
  readonly settings: StageSettings;
}

/** One stage of the service: gateway → two functions → four tables → events; and what watches over them. */
export class StreamFleetStack extends Stack {
  constructor(scope: Construct, id: string, { stage, settings, ...props }: StreamFleetStackProps) {
    super(scope, id, { description: `Stream fleet API, stage ${stage}`, ...props });
    checkSettings(stage, settings);
    Tags.of(this).add('stage', stage);

    const namespace = `StreamFleet/${stage}`;
    const tables = new Tables(this, 'Tables', settings);
    const { getStreamServersList, startUpgrade } = new Operations(this, 'Operations', {
      settings,
      tables,
      metricsNamespace: namespace,
    });
    const api = new Api(this, 'Api', {
      description: `Stream fleet API, stage ${stage}`,
      settings,
      getStreamServersList: getStreamServersList.target,
      startUpgrade: startUpgrade.target,
    });

    const events = new UpgradeEvents(this, 'UpgradeEvents', tables.upgrades, settings);
    const deviceGatewayPolicy = new DeviceGatewayPolicy(this, 'DeviceGatewayPolicy', tables.upgrades);

    const functions = [getStreamServersList, startUpgrade];
    const observed = { api: api.httpApi, functions, tables, namespace, events };
    const alarms = new Alarms(this, 'Alarms', { observed, receivers: settings.alarmReceivers });
    new FleetDashboard(this, 'FleetDashboard', observed);
    if (settings.canary) new Canary(this, 'Canary', { functions, alarms: alarms.ofVersions });

    new CfnOutput(this, 'ApiUrl', { value: api.url });
    new CfnOutput(this, 'SessionsTableName', { value: tables.sessions.tableName });
    new CfnOutput(this, 'DevicesTableName', { value: tables.devices.tableName });
    new CfnOutput(this, 'FirmwaresTableName', { value: tables.firmwares.tableName });
    new CfnOutput(this, 'UpgradesTableName', { value: tables.upgrades.tableName });
    new CfnOutput(this, 'EventBusName', { value: events.bus.eventBusName });
    new CfnOutput(this, 'DeviceGatewayPolicyArn', { value: deviceGatewayPolicy.arn });
  }
}
