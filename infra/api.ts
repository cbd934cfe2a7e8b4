import { CorsHttpMethod, HttpApi, HttpMethod, PayloadFormatVersion } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

interface ApiProps {
  readonly description: string;
  readonly getStreamServersList: IFunction;
  readonly startUpgrade: IFunction;
  readonly allowedOrigins: readonly string[];
}

/**
 * The HTTP API and its routes (interface, section 4). Its one stage is `$default`, so that paths carry no prefix;
 * whatever is not a route ends here with the gateway's own 404.
 */
export class Api extends Construct {
  readonly url: string;

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id);
    const api = new HttpApi(this, 'HttpApi', {
      description: props.description,
      ...(props.allowedOrigins.length > 0 && { corsPreflight: corsFor(props.allowedOrigins) }),
    });
    const list = integrate('GetStreamServersList', props.getStreamServersList);
    const upgrade = integrate('StartUpgrade', props.startUpgrade);
    const listMethods = [HttpMethod.GET, HttpMethod.POST];

    api.addRoutes({ path: '/V1.0/stream/getStreamServersList', methods: listMethods, integration: list });
    api.addRoutes({ path: '/devices/{sn}/V1.0/stream/getStreamServersList', methods: listMethods, integration: list });
    api.addRoutes({ path: '/sc_cloud/upgrade/start', methods: [HttpMethod.POST], integration: upgrade });
    this.url = api.apiEndpoint;
  }
}

function integrate(id: string, handler: IFunction): HttpLambdaIntegration {
  return new HttpLambdaIntegration(id, handler, { payloadFormatVersion: PayloadFormatVersion.VERSION_2_0 });
}

/** Callers send session cookies, which browsers allow only to origins that are named one by one. */
function corsFor(origins: readonly string[]) {
  return {
    allowOrigins: [...origins],
    allowCredentials: true,
    allowMethods: [CorsHttpMethod.GET, CorsHttpMethod.POST],
    allowHeaders: ['content-type'],
  };
}
