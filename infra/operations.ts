import { Construct } from 'constructs';
import { Environment } from '../functions/config/environment.ts';
import { HttpFunction } from './http-function.ts';
import { SavedQueries } from './saved-queries.ts';
import type { StageSettings } from './stages.ts';
import type { Tables } from './tables.ts';

interface OperationsProps {
  readonly settings: StageSettings;
  readonly tables: Tables;
  readonly metricsNamespace: string;
}

/** The two functions that answer callers, each with the tables it uses and the calls it makes on them. */
export class Operations extends Construct {
  readonly getStreamServersList: HttpFunction;
  readonly upgrade: HttpFunction;

  constructor(scope: Construct, id: string, { settings, tables, metricsNamespace }: OperationsProps) {
    super(scope, id);
    const { longestSessionDays, originSecretHashes = [], deviceSn } = settings;
    const ofCallers = {
      ...(longestSessionDays !== undefined && {
        [Environment.longestSessionSeconds]: String(longestSessionDays * 86_400),
      }),
      ...(originSecretHashes.length > 0 && { [Environment.originSecretHashes]: originSecretHashes.join(',') }),
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
        [Environment.maxBatchSize]: String(settings.maxBatchSize),
        [Environment.maxBodyBytes]: String(settings.maxBodyBytes),
        [Environment.leaseSeconds]: String(settings.leaseSeconds),
      },
    });
    this.upgrade.uses(tables.sessions, Environment.sessionsTable, 'dynamodb:GetItem');
    // One is read to be installed, all to be listed.
    this.upgrade.uses(tables.firmwares, Environment.firmwaresTable, 'dynamodb:GetItem', 'dynamodb:Scan');
    this.upgrade.uses(tables.devices, Environment.devicesTable, 'dynamodb:BatchGetItem');
    // A claim is an INSERT, or an UPDATE of an earlier record; a cancellation is an UPDATE. Records are read before,
    // and again afterwards if in doubt.
    this.upgrade.uses(
      tables.upgrades,
      Environment.upgradesTable,
      'dynamodb:BatchGetItem',
      'dynamodb:PartiQLInsert',
      'dynamodb:PartiQLUpdate',
    );
    this.upgrade.uses(tables.upgradeHistory, Environment.upgradeHistoryTable, 'dynamodb:Query');

    new SavedQueries(this, 'SavedQueries', [this.getStreamServersList.logGroup, this.upgrade.logGroup]);
  }
}
