import { Aws, Validations } from 'aws-cdk-lib';
import {
  CorsHttpMethod,
  DomainName,
  HttpApi,
  PayloadFormatVersion,
  type HttpRoute,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Construct } from 'constructs';
import { ApiStage } from './api-stage.ts';
import type { HttpFunction } from './http-function.ts';
import type { StageSettings } from './stages.ts';

interface ApiProps {
  readonly description: string;
  readonly settings: StageSettings;
  readonly functions: readonly HttpFunction[];
}

/**
 * The HTTP API and its routes (interface, section 4). Its only stage is `$default`, so that paths carry no prefix;
 * anything that is not a route gets the gateway's own 404.
 */
export class Api extends Construct {
  readonly httpApi: HttpApi;
  /** `https://` and the host by which callers come, without a trailing slash: the `{base_url}` of the interface. */
  readonly url: string;
  readonly stage: ApiStage;
  /** The stage's own domain, to which its DNS must point. */
  readonly domain: DomainName | undefined;

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id);
    const { settings, functions } = props;
    this.httpApi = new HttpApi(this, 'HttpApi', {
      apiName: Aws.STACK_NAME,
      description: props.description,
      createDefaultStage: false,
      // With a custom domain, the API answers under no other name.
      disableExecuteApiEndpoint: settings.customDomain !== undefined,
      ...(settings.allowedOrigins.length > 0 && { corsPreflight: corsFor(settings.allowedOrigins) }),
    });
    const routes = functions.flatMap((operations) => this.#route(operations));

    this.domain = settings.customDomain && this.#domain(settings.customDomain);
    this.stage = new ApiStage(this, 'Stage', {
      httpApi: this.httpApi,
      settings,
      functions,
      routes,
      domain: this.domain,
    });
    const own = settings.customDomain ? `https://${settings.customDomain.name}` : this.httpApi.apiEndpoint;
    this.url = settings.publicUrl ?? own;
  }

  #route({ node, target, routes }: HttpFunction): readonly HttpRoute[] {
    const integration = new HttpLambdaIntegration(node.id, target, {
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
    });
    const added = routes.flatMap(({ method, path }) =>
      this.httpApi.addRoutes({ path, methods: [method], integration }),
    );
    for (const route of added) {
      Validations.of(route).acknowledge({
        id: 'AwsSolutions-APIG4',
        reason:
          'The functions check the cookie session themselves, as the interface asks; the bare list is open by design.',
      });
    }
    return added;
  }

  #domain({ name, certificateArn }: NonNullable<StageSettings['customDomain']>): DomainName {
    const certificate = Certificate.fromCertificateArn(this, 'Certificate', certificateArn);
    return new DomainName(this, 'Domain', { domainName: name, certificate });
  }
}

/** Callers send session cookies, which browsers allow only for origins that are listed one by one. */
function corsFor(origins: readonly string[]) {
  return {
    allowOrigins: [...origins],
    allowCredentials: true,
    allowMethods: [CorsHttpMethod.GET, CorsHttpMethod.POST],
    allowHeaders: ['content-type', 'idempotency-key'],
    exposeHeaders: ['retry-after', 'apigw-requestid'],
  };
}
