/** Alarms may publish to their topics: a topic's own policy replaces the default one, which would allow it. */
import { describe, expect, test } from '@jest/globals';
import { alarmsOf } from '../support/alarms.ts';
import { resources, templateOf, withoutTokens } from '../support/templates.ts';

interface Statement {
  readonly Effect: string;
  readonly Action: string;
  readonly Resource: string;
  readonly Principal: unknown;
  readonly Condition?: unknown;
}

const prod = templateOf('prod');
const alarms = alarmsOf('prod');

/** Statements of all policies of a topic, which is named by its logical id in `<>`. */
function policyOf(topic: string): Statement[] {
  const policies = Object.values(resources(prod, 'AWS::SNS::TopicPolicy')).map(
    ({ Properties }) => withoutTokens(Properties) as { Topics: string[]; PolicyDocument: { Statement: Statement[] } },
  );
  return policies
    .filter(({ Topics }) => Topics.includes(topic))
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
}

describe('Of the alarms', () => {
  const topics = [...new Set(alarms.flatMap(({ AlarmActions }) => AlarmActions))];

  test('each alarm has an action, and each action is a topic of the stack', () => {
    for (const { AlarmActions } of alarms) expect(AlarmActions).not.toEqual([]);
    const all = Object.keys(resources(prod, 'AWS::SNS::Topic')).map((id) => `<${id}>`);
    expect(all).toEqual(expect.arrayContaining(topics));
  });

  test('CloudWatch may publish to each, for alarms of this account and region; only plain HTTP is refused', () => {
    expect(topics).not.toEqual([]);
    for (const topic of topics) {
      const policy = policyOf(topic);
      expect(policy.filter(({ Effect }) => Effect === 'Allow')).toEqual([
        {
          Sid: expect.any(String),
          Effect: 'Allow',
          Action: 'sns:Publish',
          Resource: topic,
          Principal: { Service: 'cloudwatch.amazonaws.com' },
          Condition: {
            StringEquals: { 'aws:SourceAccount': '<AWS::AccountId>' },
            ArnLike: { 'aws:SourceArn': 'arn:<AWS::Partition>:cloudwatch:<AWS::Region>:<AWS::AccountId>:alarm:*' },
          },
        },
      ]);
      const refused = policy.filter(({ Effect }) => Effect === 'Deny').map(({ Condition }) => Condition);
      expect(refused).toEqual([{ Bool: { 'aws:SecureTransport': 'false' } }]);
    }
  });

  test('no topic has a key, which CloudWatch would have to be let use as well', () => {
    for (const { Properties } of Object.values(resources(prod, 'AWS::SNS::Topic'))) {
      expect(Properties).not.toHaveProperty('KmsMasterKeyId');
    }
  });
});
