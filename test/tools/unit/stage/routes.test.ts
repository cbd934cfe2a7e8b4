import { expect, test } from '@jest/globals';
import { routesOf } from '../../../../tools/stage/routes.ts';
import { parseTemplate } from '../../../../tools/stage/template.ts';

const templateWith = (IntegrationUri: unknown) =>
  parseTemplate({
    Resources: {
      Live: { Type: 'AWS::Lambda::Alias', Properties: { FunctionName: { Ref: 'Function' }, FunctionVersion: '1' } },
      Integration: {
        Type: 'AWS::ApiGatewayV2::Integration',
        Properties: { IntegrationType: 'AWS_PROXY', IntegrationUri, PayloadFormatVersion: '2.0' },
      },
      Route: {
        Type: 'AWS::ApiGatewayV2::Route',
        Properties: {
          RouteKey: 'GET /there',
          Target: { 'Fn::Join': ['', ['integrations/', { Ref: 'Integration' }]] },
        },
      },
      Alarm: { Type: 'AWS::CloudWatch::Alarm', Properties: { Threshold: 1 } },
    },
  });

test.each([
  ['a function', { 'Fn::GetAtt': ['Function', 'Arn'] }],
  ['an alias of it', { Ref: 'Live' }],
])('A route leads to %s', (_what, uri) => {
  expect(routesOf(templateWith(uri))).toEqual([{ key: 'GET /there', functionId: 'Function' }]);
});

test('A route that leads to neither is refused by name', () => {
  expect(() => routesOf(templateWith({ Ref: 'Function' }))).toThrow(/^Route: .*no function/);
});
