import { test } from '@jest/globals';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { Api } from '../../infra/api.ts';

function apiWith(allowedOrigins: readonly string[]): Template {
  const stack = new Stack(new App());
  const code = Code.fromInline('exports.handler = async () => ({})');
  const target = new LambdaFunction(stack, 'Target', { code, handler: 'index.handler', runtime: Runtime.NODEJS_24_X });
  new Api(stack, 'Api', { description: 'test', getStreamServersList: target, startUpgrade: target, allowedOrigins });
  return Template.fromStack(stack);
}

test('Origins that a stage names may call with cookies, each named and none by wildcard', () => {
  apiWith(['https://console.example.com']).hasResourceProperties('AWS::ApiGatewayV2::Api', {
    CorsConfiguration: {
      AllowOrigins: ['https://console.example.com'],
      AllowCredentials: true,
      AllowMethods: ['GET', 'POST'],
      AllowHeaders: ['content-type'],
    },
  });
});
