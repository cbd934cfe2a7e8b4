import { Aws } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
  type Attribute,
} from 'aws-cdk-lib/aws-dynamodb';
import { AnyPrincipal, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { HISTORY_SORT_KEY, PHASE_INDEX, ROLLOUT_KEYS, TableKeys, TTL_ATTRIBUTE } from '../functions/store/keys.ts';
import { removalPolicyOf } from './retention.ts';
import type { StageSettings } from './stages.ts';

/**
 * The tables of a stage. They live in one region on purpose: the promise of one upgrade per device
 * rests on conditional writes, which replicated tables do not keep across regions.
 */
export class Tables extends Construct {
  readonly sessions: Table;
  readonly devices: Table;
  readonly firmwares: Table;
  readonly upgrades: Table;
  readonly upgradeHistory: Table;
  readonly rollouts: Table;

  constructor(scope: Construct, id: string, settings: StageSettings) {
    super(scope, id);
    const shared = {
      billingMode: BillingMode.PAY_PER_REQUEST,
      ...(settings.customerKey === true
        ? { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey: this.#key(settings) }
        : { encryption: TableEncryption.AWS_MANAGED }),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      removalPolicy: removalPolicyOf(settings),
      deletionProtection: settings.deletionProtection,
    };
    const text = (name: string): Attribute => ({ name, type: AttributeType.STRING });
    const number = (name: string): Attribute => ({ name, type: AttributeType.NUMBER });

    this.sessions = new Table(this, 'Sessions', {
      ...shared,
      partitionKey: text(TableKeys.sessions),
      timeToLiveAttribute: TTL_ATTRIBUTE,
    });
    this.devices = new Table(this, 'Devices', { ...shared, partitionKey: text(TableKeys.devices) });
    this.firmwares = new Table(this, 'Firmwares', { ...shared, partitionKey: number(TableKeys.firmwares) });
    this.upgrades = new Table(this, 'Upgrades', {
      ...shared,
      partitionKey: text(TableKeys.upgrades),
      timeToLiveAttribute: TTL_ATTRIBUTE,
      stream: StreamViewType.NEW_AND_OLD_IMAGES,
    });
    this.upgradeHistory = new Table(this, 'UpgradeHistory', {
      ...shared,
      partitionKey: text(TableKeys.upgradeHistory),
      sortKey: text(HISTORY_SORT_KEY),
      timeToLiveAttribute: TTL_ATTRIBUTE,
    });
    this.rollouts = new Table(this, 'Rollouts', {
      ...shared,
      partitionKey: text(ROLLOUT_KEYS.partition),
      sortKey: text(ROLLOUT_KEYS.sort),
      timeToLiveAttribute: TTL_ATTRIBUTE,
      stream: StreamViewType.NEW_AND_OLD_IMAGES,
    });
    this.rollouts.addGlobalSecondaryIndex({
      indexName: PHASE_INDEX.name,
      partitionKey: text(PHASE_INDEX.partitionKey),
      sortKey: text(PHASE_INDEX.sortKey),
      projectionType: ProjectionType.KEYS_ONLY,
    });
  }

  /**
   * A key that the account owns: it can be disabled, and CloudTrail logs its uses. Whoever may call DynamoDB on a table
   * may use it through DynamoDB, as with the AWS key that it replaces; nobody gets rights on the key itself.
   */
  #key(settings: StageSettings): Key {
    const key = new Key(this, 'Key', {
      description: `Tables of ${Aws.STACK_NAME}`,
      enableKeyRotation: true,
      removalPolicy: removalPolicyOf(settings),
    });
    key.addToResourcePolicy(
      new PolicyStatement({
        principals: [new AnyPrincipal()],
        actions: ['Encrypt', 'Decrypt', 'ReEncrypt*', 'GenerateDataKey*', 'DescribeKey', 'CreateGrant'].map(
          (action) => `kms:${action}`,
        ),
        resources: ['*'],
        conditions: {
          StringEquals: {
            'kms:CallerAccount': Aws.ACCOUNT_ID,
            'kms:ViaService': `dynamodb.${Aws.REGION}.amazonaws.com`,
          },
        },
      }),
    );
    return key;
  }
}
