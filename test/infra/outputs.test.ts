/** What others use of a stage: the names that it tells, and the policy for the device gateway. */
import { describe, expect, test } from '@jest/globals';
import { outputsOf, propertiesOf } from '../support/templates.ts';
import { documentedCalls } from '../support/documented-calls.ts';

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

const ATTRIBUTES = ['sn', 'upgradeId', 'state', 'progress', 'reason', 'leaseEndsAt'];
const RETURN_VALUES = ['NONE', 'UPDATED_OLD'];

test('The policy of the device gateway allows reports on upgrades and nothing else; its name is made by AWS, and it is attached to nobody', () => {
  const allowed = {
    Effect: 'Allow',
    Action: 'dynamodb:UpdateItem',
    Resource: '<TablesUpgrades.Arn>',
    Condition: {
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': ATTRIBUTES },
      Null: { 'dynamodb:Attributes': 'false' },
      StringEquals: { 'dynamodb:ReturnValues': RETURN_VALUES },
    },
  };
  expect(propertiesOf('IAM::ManagedPolicy')).toEqual([
    { Description: expect.any(String), Path: '/', PolicyDocument: { Version: '2012-10-17', Statement: [allowed] } },
  ]);
});

describe('What the documented calls need is what the policy allows', () => {
  const calls = Object.values(documentedCalls());

  test('of attributes and of returned values: none is missing, none is spare', () => {
    const named = calls.flatMap((call) => [...Object.keys(call.Key), ...Object.values(call.ExpressionAttributeNames)]);
    expect(new Set(named)).toEqual(new Set(ATTRIBUTES));
    expect(new Set(calls.map(({ ReturnValues }) => ReturnValues))).toEqual(new Set(RETURN_VALUES));
  });

  test('and the calls name all attributes by placeholders, so that nothing was overlooked', () => {
    for (const { UpdateExpression, ConditionExpression } of calls) {
      const words = `${UpdateExpression} ${ConditionExpression}`.match(/[#:]?\w+/g) ?? [];
      expect(words.filter((word) => !/^([#:]\w+|SET|AND|IN|if_not_exists)$/.test(word))).toEqual([]);
    }
  });
});
