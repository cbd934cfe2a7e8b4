/**
 * Which way imports point: operation folders → http, store → domain; infra, tools and tests may use what they describe,
 * never the other way round; and nothing goes in circles.
 */
const forbid = (name, from, to) => ({ name, severity: 'error', from: { path: from }, to: { path: to } });

const rules = {
  forbidden: [
    { name: 'no circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no circles between the folders of tools',
      scope: 'folder',
      severity: 'error',
      from: { path: '^tools/([^/]+)' },
      to: { circular: true, path: '^tools/(?!$1(/|$))' },
    },
    forbid('the domain knows nothing else', '^functions/domain', '^functions/(?!domain)|^node_modules'),
    forbid('stores know the domain and DynamoDB', '^functions/store', '^functions/(?!store|domain|log|config)|@middy'),
    forbid(
      'HTTP knows the domain through its ports',
      '^functions/http',
      '^functions/(?!http|domain|log|config)|@aws-sdk',
    ),
    forbid(
      'functions do not know each other',
      '^functions/upgrade/',
      '^functions/(get-stream|upgrade-history|rollout)',
    ),
    forbid(
      'functions do not know each other',
      '^functions/upgrade-history',
      '^functions/(get-stream|upgrade/|rollout)',
    ),
    forbid('functions do not know each other', '^functions/rollout', '^functions/(get-stream|upgrade)'),
    forbid('functions do not know each other', '^functions/get-stream-servers-list', '^functions/(upgrade|rollout)'),
    forbid('functions know functions alone', '^functions', '^(infra|tools|test|client)'),
    forbid('the stack knows functions alone', '^infra', '^(tools|test|client)'),
    forbid('tools do not know tests', '^tools', '^test'),
    forbid('the device gateway knows no other tool', '^tools/device-gateway', '^tools/(?!device-gateway)'),
    forbid('the local stage knows no other tool', '^tools/stage', '^tools/(operate|contract|prove|measure)'),
    forbid('only the stack knows CDK', '^(functions|tools)', 'aws-cdk-lib|node_modules/constructs'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};

export default rules;
