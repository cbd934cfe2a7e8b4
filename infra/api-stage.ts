import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  CfnStage,
  HttpStage,
  LogGroupLogDestination,
  type DomainName,
  type HttpApi,
  type HttpRoute,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { HttpFunction } from './http-function.ts';
import { deliveredLogs } from './names.ts';
import { routeKey } from './routes.ts';
import type { StageSettings } from './stages.ts';

interface ApiStageProps {
  readonly httpApi: HttpApi;
  readonly settings: StageSettings;
  readonly functions: readonly HttpFunction[];
  readonly routes: readonly HttpRoute[];
  readonly domain: DomainName | undefined;
}

/**
 * One JSON object per line. It holds nothing that a caller can write, since the gateway does not escape it: no path, no
 * header, and so no cookie. AWS's message on a failed integration comes last, where a quote cannot break the fields
 * before it.
 */
const ACCESS_LOG = JSON.stringify({
  requestId: '$context.requestId',
  functionRequestId: '$context.integration.requestId',
  time: '$context.requestTime',
  sourceIp: '$context.identity.sourceIp',
  routeKey: '$context.routeKey',
  status: '$context.status',
  responseBytes: '$context.responseLength',
  latencyMs: '$context.responseLatency',
  integrationLatencyMs: '$context.integrationLatency',
  error: '$context.error.responseType',
  integrationError: '$context.integrationErrorMessage',
});

/** The gateway's `$default` stage: throttling per route, metrics per route, and access logs. */
export class ApiStage extends Construct {
  readonly accessLogs: LogGroup;

  constructor(scope: Construct, id: string, props: ApiStageProps) {
    super(scope, id);
    const { settings } = props;
    this.accessLogs = new LogGroup(this, 'AccessLogs', deliveredLogs('gateway', settings));
    const stage = new HttpStage(this, 'Default', {
      httpApi: props.httpApi,
      stageName: '$default',
      autoDeploy: true,
      detailedMetricsEnabled: true,
      throttle: { rateLimit: settings.listThrottle.ratePerSecond, burstLimit: settings.listThrottle.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.accessLogs),
        format: AccessLogFormat.custom(ACCESS_LOG),
      },
      ...(props.domain && { domainMapping: { domainName: props.domain } }),
    });
    // Settings name routes by key, and the gateway refuses keys of routes that do not exist yet.
    stage.node.addDependency(...props.routes);
    const template = stage.node.defaultChild;
    if (!(template instanceof CfnStage)) throw new Error('the stage of an HTTP API has no resource');
    template.routeSettings = Object.fromEntries(props.functions.flatMap(throttled));
  }
}

/** By the template's names, since CDK passes this property on as it is. */
function throttled({ routes, throttle: { ratePerSecond, burst } }: HttpFunction) {
  const limits = { ThrottlingRateLimit: ratePerSecond, ThrottlingBurstLimit: burst, DetailedMetricsEnabled: true };
  return routes.map((route) => [routeKey(route), limits] as const);
}
