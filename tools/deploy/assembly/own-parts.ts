/*
 * What CDK writes for a stack of the account and region of whoever deploys it. It names both by placeholders, which are
 * filled in at the deploy, and the roles and the bucket of their bootstrap.
 */

type Fields = Readonly<Record<string, unknown>>;

const BUCKET = 'cdk-hnb659fds-assets-${AWS::AccountId}-${AWS::Region}';
const VERSION = '/cdk-bootstrap/hnb659fds/version';
const BOOTSTRAP = { requiresBootstrapStackVersion: 6, bootstrapStackVersionSsmParameter: VERSION };

/**
 * The artifact of a stack.
 * @param templateHash SHA-256 of its template: what is deployed is what its changes are shown of
 */
export function stackArtifact(name: string, stackName: string, templateHash: string): Fields {
  return {
    type: 'aws:cloudformation:stack',
    environment: 'aws://unknown-account/unknown-region',
    properties: {
      templateFile: `${name}.template.json`,
      // As `deletionProtection` in infra/stages.ts, which whoever changes the assembly could change too.
      terminationProtection: stackName === 'stream-fleet-prod',
      validateOnSynth: false,
      assumeRoleArn: role('deploy-role'),
      cloudFormationExecutionRoleArn: role('cfn-exec-role'),
      stackTemplateAssetObjectUrl: `s3://${BUCKET}/${templateHash}.json`,
      ...BOOTSTRAP,
      additionalDependencies: [`${name}.assets`],
      lookupRole: { ...BOOTSTRAP, arn: role('lookup-role'), requiresBootstrapStackVersion: 8 },
      stackName,
    },
    dependencies: [`${name}.assets`],
    additionalMetadataFile: `${name}.metadata.json`,
    displayName: name,
  };
}

/** The artifact of a stack's list of assets. */
export function assetsArtifact(name: string): Fields {
  return { type: 'cdk:asset-manifest', properties: { file: `${name}.json`, ...BOOTSTRAP } };
}

/** Where an asset goes. */
export function destination(id: string, extension: string): Fields {
  return { bucketName: BUCKET, objectKey: `${id}.${extension}`, assumeRoleArn: role('file-publishing-role') };
}

function role(name: string): string {
  return `arn:\${AWS::Partition}:iam::\${AWS::AccountId}:role/cdk-hnb659fds-${name}-\${AWS::AccountId}-\${AWS::Region}`;
}
