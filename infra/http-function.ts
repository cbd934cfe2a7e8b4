import { Validations } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { FunctionName } from '../functions/domain/operations.ts';
import { OperationFunction, type OperationFunctionProps } from './operation-function.ts';
import { routesOf, type RouteOf } from './routes.ts';
import type { Throttle } from './stages.ts';

interface HttpFunctionProps extends OperationFunctionProps {
  readonly folder: FunctionName;
  /** Of each of its routes. */
  readonly throttle: Throttle;
}

/** A function that answers callers: the gateway invokes it by the routes of its operations. */
export class HttpFunction extends OperationFunction {
  /** What its operations name as their function. */
  readonly serves: FunctionName;
  readonly routes: readonly RouteOf[];
  readonly throttle: Throttle;

  constructor(scope: Construct, id: string, props: HttpFunctionProps) {
    super(scope, id, props);
    this.serves = props.folder;
    this.routes = routesOf(props.folder);
    this.throttle = props.throttle;
    Validations.of(this.function).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason: 'Only the gateway invokes it, and waits for its answer: there is no failed event to keep.',
    });
  }
}
