import { describe, expect, test } from '@jest/globals';
import { resources, templateOf } from '../support/templates.ts';

interface Statement {
  readonly Action: string | string[];
  readonly Effect: string;
  readonly Resource: unknown;
}

const template = templateOf('prod');

/** Actions that the role of a function allows, by the logical id of the resource without its trailing hash. */
function rightsOf(operation: string): Record<string, string[]> {
  const policies = Object.entries(resources(template, 'AWS::IAM::Policy')).filter(([id]) => id.includes(operation));
  const statements = policies.flatMap(
    ([, { Properties }]) => (Properties['PolicyDocument'] as { Statement: Statement[] }).Statement,
  );
  return Object.fromEntries(
    statements.flatMap(({ Action, Resource }) =>
      [Resource].flat().map((resource) => [nameOf(resource), [Action].flat().sort()]),
    ),
  );
}

/** Anything but the plain ARN of one resource is shown in full, so that a wildcard is visible. */
function nameOf(resource: unknown): string {
  if (typeof resource === 'string') return resource;
  const [id, attribute] = (resource as { 'Fn::GetAtt'?: string[] })['Fn::GetAtt'] ?? [];
  return id !== undefined && attribute === 'Arn' ? id.slice(0, -8) : JSON.stringify(resource);
}

describe('A function may do what it does, on the tables it uses, and nothing else', () => {
  test('getStreamServersList reads sessions and devices', () => {
    expect(rightsOf('GetStreamServersList')).toEqual({
      '*': ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
      OperationsGetStreamServersListLogs: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      TablesSessions: ['dynamodb:GetItem'],
      TablesDevices: ['dynamodb:GetItem'],
    });
  });

  test('start-upgrade reads all tables, and writes upgrades', () => {
    expect(rightsOf('UpgradeFunction')).toEqual({
      '*': ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
      OperationsUpgradeFunctionLogs: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      TablesSessions: ['dynamodb:GetItem'],
      TablesFirmwares: ['dynamodb:GetItem'],
      TablesDevices: ['dynamodb:BatchGetItem'],
      TablesUpgrades: ['dynamodb:BatchGetItem', 'dynamodb:PartiQLInsert', 'dynamodb:PartiQLUpdate'],
    });
  });

  test('no function has a managed policy', () => {
    const roles = Object.entries(resources(template, 'AWS::IAM::Role')).filter(([id]) => id.startsWith('Operations'));
    expect(roles).toHaveLength(2);
    for (const [, { Properties }] of roles) {
      expect(Properties).not.toHaveProperty('ManagedPolicyArns');
    }
  });
});
