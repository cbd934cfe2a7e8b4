import { describe, expect, test } from '@jest/globals';
import { documentedCalls } from '../support/documented-calls.ts';
import { propertiesOf } from '../support/templates.ts';

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
    {
      Description: expect.any(String),
      Path: '/',
      PolicyDocument: { Version: '2012-10-17', Statement: [allowed] },
    },
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
