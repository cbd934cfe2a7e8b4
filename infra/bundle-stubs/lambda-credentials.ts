/**
 * Stands in for the SDK's credential chain in the bundles: Lambda passes credentials only in the environment. Without
 * the providers for developers' machines a bundle is 140 kB smaller and loads in about half the time.
 */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
