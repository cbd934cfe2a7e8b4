/** All templates against AWS's own specification of its resources, so that what it refuses fails here and not in a deploy. */
import { describe, expect, test } from '@jest/globals';
import { STAGES } from '../support/assemblies.ts';
import { faultsOf, type Fields } from '../support/service-specification.ts';
import { templateOf, type Resource } from '../support/templates.ts';

test.each(STAGES)('AWS takes each property of each resource of %s', (stage) => {
  expect(faultsOf(templateOf(stage))).toEqual([]);
});

describe('AWS would refuse', () => {
  const pipe = Object.values(templateOf('dev').Resources).find(({ Type }) => Type === 'AWS::Pipes::Pipe');
  const { Source: _source, ...withoutSource } = pipe?.Properties ?? {};

  test.each<[string, Fields, string]>([
    ['a property that there is not', { ...pipe?.Properties, Filter: [] }, 'Pipe/Filter: unknown'],
    ['a property that is missing', withoutSource, 'Pipe/Source: required'],
    ['a value of another type', { ...pipe?.Properties, Description: 1 }, 'Pipe/Description: not string'],
    [
      'a property inside another that there is not',
      { ...pipe?.Properties, LogConfiguration: { Levels: 'ERROR' } },
      'Pipe/LogConfiguration/Levels: unknown',
    ],
    [
      'a number that is not whole',
      {
        ...pipe?.Properties,
        SourceParameters: { DynamoDBStreamParameters: { StartingPosition: 'LATEST', BatchSize: 1.5 } },
      },
      'Pipe/SourceParameters/DynamoDBStreamParameters/BatchSize: not integer',
    ],
    ['a list in place of a text', { ...pipe?.Properties, Target: [] }, 'Pipe/Target: not string'],
    [
      'an attribute that there is not',
      { ...pipe?.Properties, Target: { 'Fn::GetAtt': ['Bus', 'Address'] } },
      'Pipe/Target: no attribute Address of Bus',
    ],
    [
      'a resource that there is not',
      { ...pipe?.Properties, Target: { Ref: 'Nothing' } },
      'Pipe/Target: no resource Nothing',
    ],
  ])('%s', (_what, Properties, fault) => {
    const bus: Resource = { Type: 'AWS::Events::EventBus', Properties: { Name: 'bus' } };
    const fleet: Resource = { Type: 'AWS::Fleets::Fleet', Properties: {} };
    const { Resources } = templateOf('dev');
    const faults = faultsOf({
      Resources: { ...Resources, Bus: bus, Fleet: fleet, Pipe: { Type: 'AWS::Pipes::Pipe', Properties } },
    });
    expect(faults).toEqual(['Fleet: no type AWS::Fleets::Fleet', fault]);
  });
});
