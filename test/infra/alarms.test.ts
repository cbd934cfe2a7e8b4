import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { STAGES } from '../support/assemblies.ts';
import { resources, templateOf } from '../support/templates.ts';

const operations = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');

const alarmsOf = (stage: string) => Object.values(resources(templateOf(stage), 'AWS::CloudWatch::Alarm'));
const prod = alarmsOf('prod').map(({ Properties }) => Properties);
const names = prod.map(({ AlarmDescription }) => /"(\w+)"\.$/.exec(String(AlarmDescription))?.[1] ?? '');

describe('Alarms', () => {
  test('watch requests, functions, events and devices', () => {
    expect(names.sort()).toEqual([
      'DeadLetters',
      'EventsBehind',
      'FinishedPipeFailures',
      'GetStreamServersListErrors',
      'GetStreamServersListThrottles',
      'Latency',
      'LeasesExpired',
      'RequestedPipeFailures',
      'ServerErrors',
      'StartUpgradeErrors',
      'StartUpgradeThrottles',
      'UnfinishedUpgrades',
    ]);
  });

  test('are the same in every stage', () => {
    for (const stage of STAGES) expect(alarmsOf(stage)).toHaveLength(prod.length);
  });

  test('all go to the topic, and none goes off for want of requests', () => {
    for (const { AlarmActions, TreatMissingData } of prod) {
      expect(AlarmActions).toEqual([{ Ref: expect.stringContaining('AlarmsTopic') }]);
      expect(TreatMissingData).toBe('notBreaching');
    }
  });

  test.each(names)('%s says what it means, and has its section in docs/operations.md', (name) => {
    const section = operations.split(/^### /m).find((text) => text.split('\n')[0]?.split(', ').includes(name));
    expect(section).toMatch(/\*\*For callers\.\*\* [\s\S]*\*\*First look\.\*\* [\s\S]*\*\*First aid\.\*\* /);
    const description = prod
      .map(({ AlarmDescription }) => String(AlarmDescription))
      .find((text) => text.includes(`"${name}"`));
    expect(description).toMatch(/^[A-Z].{20,}\. See docs\/operations\.md, "\w+"\.$/);
  });

  test('no section is about an alarm that does not exist', () => {
    const titles = [...operations.matchAll(/^### (.+)$/gm)].flatMap(([, title = '']) => title.split(', '));
    expect(titles.sort()).toEqual(names);
  });
});

describe('The canary of prod', () => {
  test('gives a new version of each function a tenth for five minutes, and takes it back on the alarms of versions', () => {
    const groups = Object.values(resources(templateOf('prod'), 'AWS::CodeDeploy::DeploymentGroup'));
    expect(groups).toHaveLength(2);
    for (const { Properties } of groups) {
      expect(Properties['DeploymentConfigName']).toBe('CodeDeployDefault.LambdaCanary10Percent5Minutes');
      const { Alarms, Enabled } = Properties['AlarmConfiguration'] as {
        Alarms: { Name: { Ref: string } }[];
        Enabled: boolean;
      };
      expect(Enabled).toBe(true);
      expect(Alarms.map(({ Name }) => Name.Ref.replace(/^Alarms|\w{8}$/g, '')).sort()).toEqual([
        'GetStreamServersListErrors',
        'GetStreamServersListThrottles',
        'Latency',
        'ServerErrors',
        'StartUpgradeErrors',
        'StartUpgradeThrottles',
      ]);
      expect(Properties['AutoRollbackConfiguration']).toEqual({
        Enabled: true,
        Events: expect.arrayContaining(['DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_FAILURE']),
      });
    }
  });

  test.each(['dev', 'staging', 'ann'])('is not there in %s', (stage) => {
    expect(Object.keys(resources(templateOf(stage), 'AWS::CodeDeploy::DeploymentGroup'))).toEqual([]);
  });
});
