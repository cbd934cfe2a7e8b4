import { CfnOutput, Stack, Tags, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Alarms } from './alarms.ts';
import { Budget } from './budget.ts';
import { Api } from './api.ts';
import { Canary } from './canary.ts';
import { checkSettings } from './check-settings.ts';
import { DeviceGatewayPolicy } from './device-gateway-policy.ts';
import { FleetDashboard } from './fleet-dashboard.ts';
import type { Observed } from './observed.ts';
import { Operations } from './operations.ts';
import { RolloutRun } from './rollout-run.ts';
import { SavedQueries } from './saved-queries.ts';
import type { StageSettings } from './stages.ts';
import { Tables } from './tables.ts';
import { UpgradeHistory } from './upgrade-history.ts';
import { UpgradeEvents } from './upgrade-events.ts';

interface StreamFleetStackProps extends StackProps {
  readonly stage: string;
  readonly settings: StageSettings;
}

/** One stage of the service: gateway → functions → tables → events → history, what keeps roll-outs going, and its monitoring. */
export class StreamFleetStack extends Stack {
  constructor(scope: Construct, id: string, { stage, settings, ...props }: StreamFleetStackProps) {
    super(scope, id, { description: `Stream fleet API, stage ${stage}`, ...props });
    checkSettings(stage, settings);
    // CloudFormation refuses tags on a dashboard in some regions.
    Tags.of(this).add('stage', stage, { excludeResourceTypes: ['AWS::CloudWatch::Dashboard'] });

    const namespace = `StreamFleet/${stage}`;
    const tables = new Tables(this, 'Tables', settings);
    const shared = { settings, tables, metricsNamespace: namespace };
    const { getStreamServersList, upgrade, rollout } = new Operations(this, 'Operations', shared);
    const functions = [getStreamServersList, upgrade, rollout];
    const api = new Api(this, 'Api', {
      description: `Stream fleet API, stage ${stage}`,
      settings,
      functions,
    });

    const events = new UpgradeEvents(this, 'UpgradeEvents', tables, settings);
    const history = new UpgradeHistory(this, 'UpgradeHistory', { ...shared, bus: events.bus });
    for (const pipe of events.pipes) {
      // The history too: it would miss the events before its rule.
      pipe.startsAfter(api.stage, ...functions.map(({ alias }) => alias), history);
    }
    const rollouts = new RolloutRun(this, 'RolloutRun', shared);
    // All that may tell who has started, cancelled or been denied something.
    const audited = [...functions, rollouts.advance].map(({ logGroup }) => logGroup);
    new SavedQueries(this, 'SavedQueries', audited);
    const deviceGatewayPolicy = new DeviceGatewayPolicy(this, 'DeviceGatewayPolicy', tables.upgrades);

    const observed = { api: api.httpApi, functions, tables, namespace, events, history, rollouts };
    const monitoring = this.#monitor(observed, stage, settings);

    this.#output({
      ApiUrl: api.url,
      ...(api.domain && {
        DomainTarget: api.domain.regionalDomainName,
        DomainHostedZoneId: api.domain.regionalHostedZoneId,
      }),
      SessionsTableName: tables.sessions.tableName,
      DevicesTableName: tables.devices.tableName,
      FirmwaresTableName: tables.firmwares.tableName,
      UpgradesTableName: tables.upgrades.tableName,
      UpgradeHistoryTableName: tables.upgradeHistory.tableName,
      RolloutsTableName: tables.rollouts.tableName,
      DeviceGatewayPolicyArn: deviceGatewayPolicy.arn,
      GetStreamServersListFunctionName: getStreamServersList.function.functionName,
      GetStreamServersListLogGroupName: getStreamServersList.function.logGroup.logGroupName,
      UpgradeFunctionName: upgrade.function.functionName,
      UpgradeFunctionLogGroupName: upgrade.function.logGroup.logGroupName,
      RolloutFunctionName: rollout.function.functionName,
      RolloutFunctionLogGroupName: rollout.function.logGroup.logGroupName,
      AccessLogGroupName: api.stage.accessLogs.logGroupName,
      ...events.names,
      ...history.names,
      ...rollouts.names,
      ...monitoring,
    });
  }

  /** Makes alarms and dashboard, and what acts on alarms; returns their names. */
  #monitor(observed: Observed, stage: string, settings: StageSettings) {
    const alarms = new Alarms(this, 'Alarms', { observed, receivers: settings.alarmReceivers });
    const dashboard = new FleetDashboard(this, 'FleetDashboard', observed);
    const { monthlyBudgetUsd: monthlyUsd } = settings;
    if (monthlyUsd !== undefined) new Budget(this, 'Budget', { stage, monthlyUsd, topic: alarms.topic });
    if (settings.canary) new Canary(this, 'Canary', { guards: alarms.guards });
    return { AlarmTopicArn: alarms.topic.topicArn, DashboardName: dashboard.name };
  }

  /** The outputs by which runbooks and surrounding services find the parts of a stage. */
  #output(values: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(values)) new CfnOutput(this, name, { value });
  }
}
