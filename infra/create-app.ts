import { App, type AppProps } from 'aws-cdk-lib';
import { CURRENTLY_RECOMMENDED_FLAGS } from 'aws-cdk-lib/cx-api';
import { StreamFleetStack } from './stream-fleet-stack.ts';
import { stageSettings } from './stages.ts';

/**
 * The CDK app with the stack of one stage, named by `stage` or by the context value of that name (`cdk … -c
 * stage=NAME`). With `-c canary=off`, new versions get all requests at once; with `-c schedule=off`, no roll-out goes on. Throws a
 * one-line error when there is no such stage.
 */
export function createApp(props: AppProps = {}, stage?: string): App {
  const app = new App({ ...props, context: { ...CURRENTLY_RECOMMENDED_FLAGS, ...props.context } });
  const name: unknown = stage ?? app.node.tryGetContext('stage');
  const settings = {
    ...stageSettings(name),
    ...(isOff(app, 'canary') && { canary: false }),
    ...(isOff(app, 'schedule') && { schedule: false }),
  };
  new StreamFleetStack(app, 'StreamFleet', {
    stackName: `stream-fleet-${String(name)}`,
    stage: String(name),
    settings,
    // The tables of the stage are protected separately: this keeps gateway, functions and the device gateway's policy.
    terminationProtection: settings.deletionProtection,
  });
  return app;
}

function isOff(app: App, name: 'canary' | 'schedule'): boolean {
  const value: unknown = app.node.tryGetContext(name);
  if (value !== undefined && value !== 'off') {
    throw new Error(`The ${name} can be switched off alone: -c ${name}=off.`);
  }
  return value === 'off';
}
