import { expect, test } from '@jest/globals';
import { outputsOf } from '../support/templates.ts';

test('A stage tells the names of all that others and the runbooks look for', () => {
  expect(outputsOf('prod')).toEqual({
    ApiUrl: '<ApiHttpApi.ApiEndpoint>',
    SessionsTableName: '<TablesSessions>',
    DevicesTableName: '<TablesDevices>',
    FirmwaresTableName: '<TablesFirmwares>',
    UpgradesTableName: '<TablesUpgrades>',
    UpgradeHistoryTableName: '<TablesUpgradeHistory>',
    RolloutsTableName: '<TablesRollouts>',
    EventBusName: '<UpgradeEventsBus>',
    EventRepairRoleArn: '<UpgradeEventsRepairRole.Arn>',
    DeviceGatewayPolicyArn: '<DeviceGatewayPolicy>',
    GetStreamServersListFunctionName: '<OperationsGetStreamServersListFunction>',
    GetStreamServersListLogGroupName: '<OperationsGetStreamServersListLogs>',
    UpgradeFunctionName: '<OperationsUpgradeFunction>',
    UpgradeFunctionLogGroupName: '<OperationsUpgradeFunctionLogs>',
    RolloutFunctionName: '<OperationsRolloutFunction>',
    RolloutFunctionLogGroupName: '<OperationsRolloutFunctionLogs>',
    AccessLogGroupName: '<ApiStageAccessLogs>',
    RequestedPipeName: '<UpgradeEventsRequestedPipe>',
    FinishedPipeName: '<UpgradeEventsFinishedPipe>',
    RolloutChangedPipeName: '<UpgradeEventsRolloutChangedPipe>',
    PipeLogGroupName: '<UpgradeEventsLogs>',
    DeadLetterQueueUrl: '<UpgradeEventsDeadLetters>',
    HistoryRuleArn: '<UpgradeHistoryRule.Arn>',
    HistoryFunctionName: '<UpgradeHistoryRecorderFunction>',
    HistoryLogGroupName: '<UpgradeHistoryRecorderLogs>',
    HistoryDeadLetterQueueUrl: '<UpgradeHistoryDeadLetters>',
    AdvanceFunctionName: '<RolloutRunAdvanceFunction>',
    AdvanceLogGroupName: '<RolloutRunAdvanceLogs>',
    AlarmTopicArn: '<AlarmsTopic>',
    DashboardName: '<FleetDashboard>',
  });
});
