import { Construct } from 'constructs';
import { Environment } from '../functions/config/environment.ts';
import { PHASE_INDEX } from '../functions/store/keys.ts';
import { HttpFunction } from './http-function.ts';
import { CLAIMING } from './operation-function.ts';
import type { StageSettings } from './stages.ts';
import type { Tables } from './tables.ts';

interface OperationsProps {
  readonly settings: StageSettings;
  readonly tables: Tables;
  readonly metricsNamespace: string;
}

/** The functions that answer callers, each with the tables it uses and the calls it makes on them. */
export class Operations extends Construct {
  readonly getStreamServersList: HttpFunction;
  readonly upgrade: HttpFunction;
  readonly rollout: HttpFunction;

  constructor(scope: Construct, id: string, { settings, tables, metricsNamespace }: OperationsProps) {
    super(scope, id);
    const { longestSessionDays, originSecretHashes = [], deviceSn } = settings;
    const ofCallers = {
      ...(longestSessionDays !== undefined && {
        [Environment.longestSessionSeconds]: String(longestSessionDays * 86_400),
      }),
      ...(originSecretHashes.length > 0 && { [Environment.originSecretHashes]: originSecretHashes.join(',') }),
    };
    const ofUpgrades = {
      [Environment.maxBodyBytes]: String(settings.maxBodyBytes),
      [Environment.leaseSeconds]: String(settings.leaseSeconds),
    };
    this.getStreamServersList = new HttpFunction(this, 'GetStreamServersList', {
      folder: 'get-stream-servers-list',
      description: 'Tells which stream servers a device has and whether each is configured',
      settings,
      throttle: settings.listThrottle,
      metricsNamespace,
      environment: { ...ofCallers, ...(deviceSn !== undefined && { [Environment.deviceSn]: deviceSn }) },
    });
    this.getStreamServersList.uses(tables.sessions, Environment.sessionsTable, 'dynamodb:GetItem');
    this.getStreamServersList.uses(tables.devices, Environment.devicesTable, 'dynamodb:GetItem');

    this.upgrade = new HttpFunction(this, 'UpgradeFunction', {
      folder: 'upgrade',
      description: 'Starts firmware upgrades, exactly once per device, tells how they are and were, and cancels them',
      settings,
      throttle: settings.upgradeThrottle,
      metricsNamespace,
      environment: {
        ...ofCallers,
        ...ofUpgrades,
        [Environment.maxBatchSize]: String(settings.maxBatchSize),
      },
    });
    this.upgrade.uses(tables.sessions, Environment.sessionsTable, 'dynamodb:GetItem');
    // One is read to be installed, all to be listed.
    this.upgrade.uses(tables.firmwares, Environment.firmwaresTable, 'dynamodb:GetItem', 'dynamodb:Scan');
    this.upgrade.uses(tables.devices, Environment.devicesTable, 'dynamodb:BatchGetItem');
    // A cancellation is an UPDATE too.
    this.upgrade.uses(tables.upgrades, Environment.upgradesTable, ...CLAIMING);
    this.upgrade.uses(tables.upgradeHistory, Environment.upgradeHistoryTable, 'dynamodb:Query');

    this.rollout = this.#rollout({ settings, tables, metricsNamespace }, { ...ofCallers, ...ofUpgrades });
  }

  #rollout({ settings, tables, metricsNamespace }: OperationsProps, environment: Readonly<Record<string, string>>) {
    const rollout = new HttpFunction(this, 'RolloutFunction', {
      folder: 'rollout',
      description: 'Makes roll-outs, tells how they are, and pauses, resumes and cancels them; it starts nothing',
      settings,
      throttle: settings.rolloutThrottle,
      metricsNamespace,
      environment,
    });
    rollout.uses(tables.sessions, Environment.sessionsTable, 'dynamodb:GetItem');
    rollout.uses(tables.firmwares, Environment.firmwaresTable, 'dynamodb:GetItem');
    rollout.uses(tables.devices, Environment.devicesTable, 'dynamodb:BatchGetItem');
    rollout.uses(tables.upgrades, Environment.upgradesTable, 'dynamodb:BatchGetItem');
    // A head is an INSERT, after its members; all its changes are UPDATEs.
    rollout.uses(
      tables.rollouts,
      Environment.rolloutsTable,
      'dynamodb:GetItem',
      'dynamodb:BatchGetItem',
      'dynamodb:BatchWriteItem',
      'dynamodb:PartiQLInsert',
      'dynamodb:PartiQLUpdate',
    );
    rollout.queries(tables.rollouts, PHASE_INDEX.name);
    return rollout;
  }
}
