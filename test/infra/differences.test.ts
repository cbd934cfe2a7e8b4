import { describe, expect, test } from '@jest/globals';
import { templateOf } from '../support/templates.ts';

/**
 * Every value of a template by its path, without the name of the stage where it is only a label, and without the hashes in
 * the ids of versions and of bundles, which only dev has, and without the receivers of alarms.
 */
function values(stage: string): Map<string, unknown> {
  const { Resources: all, Outputs, Description } = templateOf(stage);
  const Resources = Object.fromEntries(Object.entries(all).filter(([, { Type }]) => Type !== 'AWS::SNS::Subscription'));
  const text = JSON.stringify({ Resources, Outputs, Description })
    .replaceAll(/(CurrentVersion\w{8})[0-9a-f]{32}/g, '$1')
    .replaceAll(/"S3Key":"\w+\.zip"/g, '"S3Key":""')
    .replaceAll(`StreamFleet/${stage}`, 'StreamFleet/STAGE')
    .replaceAll(`stage ${stage}"`, 'stage STAGE"')
    .replaceAll(new RegExp(`"(Value|stage)":"${stage}"`, 'g'), '"$1":"STAGE"');
  const found = new Map<string, unknown>();
  const walk = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null) found.set(path, value);
    else for (const [key, inner] of Object.entries(value)) walk(inner, `${path}/${key}`);
  };
  walk(JSON.parse(text), '');
  return found;
}

/** Where two stages differ: the type of the resource and the property, each once. */
function differences(one: string, other: string): string[] {
  const [left, right] = [values(one), values(other)];
  const paths = [...new Set([...left.keys(), ...right.keys()])].filter((path) => left.get(path) !== right.get(path));
  const property = (path: string) =>
    path
      .replace(/^\/Resources\/\w+\/(Properties\/)?/, '')
      .replace(/^RouteSettings\/.*\//, 'RouteSettings/…/')
      .replaceAll(/\/\d+/g, '');
  const told = (path: string) => {
    const id = /^\/Resources\/\w+/.exec(path)?.[0] ?? '';
    const [before, after] = [left.get(`${id}/Type`), right.get(`${id}/Type`)];
    return before === after ? `${String(before)} ${property(path)}` : String(before ?? after);
  };
  return [...new Set(paths.map(told))].sort();
}

describe('The templates of two stages differ in what their settings say, and in nothing else:', () => {
  test('a personal stage and dev, in nothing', () => {
    expect(differences('ann', 'dev')).toEqual([]);
  });

  test('staging and dev, in how long logs and events are kept and sessions may last', () => {
    expect(differences('staging', 'dev')).toEqual([
      'AWS::Events::Archive RetentionDays',
      'AWS::Lambda::Function Environment/Variables/LONGEST_SESSION_SECONDS',
      'AWS::Logs::LogGroup RetentionInDays',
    ]);
  });

  test('prod and dev: throttles, retention, sessions, protection, the device of the stage, and the canary', () => {
    const kept = ['DeletionPolicy', 'UpdateReplacePolicy'];
    const keptTypes = ['DynamoDB::Table', 'Events::Archive', 'Events::EventBus', 'Logs::LogGroup', 'SQS::Queue'];
    expect(differences('prod', 'dev')).toEqual(
      [
        ...keptTypes.flatMap((type) => kept.map((policy) => `AWS::${type} ${policy}`)),
        'AWS::ApiGatewayV2::Stage DefaultRouteSettings/ThrottlingBurstLimit',
        'AWS::ApiGatewayV2::Stage DefaultRouteSettings/ThrottlingRateLimit',
        'AWS::ApiGatewayV2::Stage RouteSettings/…/ThrottlingBurstLimit',
        'AWS::ApiGatewayV2::Stage RouteSettings/…/ThrottlingRateLimit',
        'AWS::CodeDeploy::Application',
        'AWS::CodeDeploy::DeploymentGroup',
        'AWS::DynamoDB::Table DeletionProtectionEnabled',
        'AWS::Events::Archive RetentionDays',
        'AWS::IAM::Role',
        'AWS::Lambda::Alias UpdatePolicy/CodeDeployLambdaAliasUpdate/ApplicationName/Ref',
        'AWS::Lambda::Alias UpdatePolicy/CodeDeployLambdaAliasUpdate/DeploymentGroupName/Ref',
        'AWS::Lambda::Function Environment/Variables/DEVICE_SN',
        'AWS::Lambda::Function Environment/Variables/LONGEST_SESSION_SECONDS',
        'AWS::Logs::LogGroup RetentionInDays',
      ].sort(),
    );
  });
});
