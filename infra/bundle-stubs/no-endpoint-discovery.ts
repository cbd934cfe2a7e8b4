/**
 * Stands in for the SDK's endpoint discovery in the bundles: for DynamoDB it is off unless switched on, and nothing here does.
 * Without it a bundle is 9 kB smaller.
 */
export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
  environmentVariableSelector: () => undefined,
  configFileSelector: () => undefined,
  default: undefined,
};

export function resolveEndpointDiscoveryConfig<Config>(config: Config): Config {
  return config;
}
