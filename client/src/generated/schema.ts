// Written by `npm run openapi` in the root of the project.

export interface paths {
  '/V1.0/stream/getStreamServersList': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The stream servers of the device that the stage names
     * @description One entry for each type, always in the order 1, 2, 3 (platforms), 6 (NDI), 4 (RTMP), 5 (SRT).
     *     Any valid session may ask for any device. The bare URL returns the list of the stage's own device and needs no session.
     */
    get: operations['getStreamServersList'];
    put?: never;
    /**
     * The same by POST; a body is ignored
     * @description One entry for each type, always in the order 1, 2, 3 (platforms), 6 (NDI), 4 (RTMP), 5 (SRT).
     *     Any valid session may ask for any device. The bare URL returns the list of the stage's own device and needs no session.
     */
    post: operations['postStreamServersList'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/devices/{sn}/V1.0/stream/getStreamServersList': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The stream servers of a device
     * @description One entry for each type, always in the order 1, 2, 3 (platforms), 6 (NDI), 4 (RTMP), 5 (SRT).
     *     Any valid session may ask for any device. The bare URL returns the list of the stage's own device and needs no session.
     */
    get: operations['getStreamServersListOfDevice'];
    put?: never;
    /**
     * The same by POST; a body is ignored
     * @description One entry for each type, always in the order 1, 2, 3 (platforms), 6 (NDI), 4 (RTMP), 5 (SRT).
     *     Any valid session may ask for any device. The bare URL returns the list of the stage's own device and needs no session.
     */
    post: operations['postStreamServersListOfDevice'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sc_cloud/upgrade/start': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Starts a firmware upgrade on one device or a batch
     * @description HTTP 200 means that every device was judged on its own: look at `details`. Any other answer of the
     *     service means that nothing was started, and the top-level code says why.
     *
     *     At most 1000 serial numbers (duplicates count), all of devices of the same family, model and hardware
     *     version, and a body of at most 256 KiB of UTF-8, not compressed. The session must be an
     *     administrator's.
     *
     *     When a request has several errors, the first of these is reported: 31 (front proxy), 37, 31, 9, 21 (absent), 18, 21, 7, 17, 16, 38, 41.
     *
     *     Repeat the request after no answer, 429, 502, 503, 504 or a 500 of the gateway, and for the devices that got 4, with the
     *     same `Idempotency-Key`. What was started is answered 1 and not started again: with the key whatever became of it meanwhile, without
     *     only while it is under way. An upgrade that somebody else starts on the device in between ends what the key protects.
     */
    post: operations['startUpgrade'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sc_cloud/upgrade/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Tells what became of the upgrades of devices
     * @description Reads, and changes nothing. For each device: 0 and what is on record of its last upgrade, or 16 when nothing is.
     *     What is not known is left out. Session, limits and refusals are those of start-upgrade, but for firmware and product.
     */
    post: operations['upgradeStatus'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sc_cloud/upgrade/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancels upgrades that have not begun
     * @description For each device: 0 cancelled by this request; 1 cancelled already; 38 the upgrade has begun on the device, has
     *     ended, or is not the one that was named; 11 another firmware is being installed; 16 no upgrade to this firmware is on record; 4 not known, ask again.
     *
     *     A request that names upgrades (`upgrade-id`) never cancels one that somebody else has started meanwhile; a repeat of one that
     *     does not may.
     *
     *     If the answer says 0 or 1 for a device, that upgrade never begins on it, and the device is free at once. Session, limits and
     *     refusals are those of start-upgrade, but for firmware and product.
     */
    post: operations['cancelUpgrade'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sc_cloud/upgrade/dry-run': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Tells what start-upgrade would answer now
     * @description Reads and judges as start-upgrade does and answers as it would, with 0 for what would be started; writes
     *     nothing. What it tells holds for the moment: start-upgrade judges anew.
     */
    post: operations['dryRunUpgrade'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sc_cloud/upgrade/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Tells the upgrades of a device, newest first
     * @description Reads, and changes nothing. The upgrades of one device, newest first, up to 100; `next` when there are older
     *     ones. A single entry with 16 when no upgrade is known. What is not known is left out.
     *
     *     The last upgrade is shown as it is on record. Those before it come with a delay, usually of seconds: until its end was heard of, an
     *     earlier upgrade is `timed-out`. An upgrade is kept for 400 days. Session and refusals are those of start-upgrade.
     */
    post: operations['upgradeHistory'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sc_cloud/firmware/list': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the firmwares, with their state
     * @description What may be installed, by `firmware-id`: the number that start-upgrade takes. Up to 1,000 a page; while there are more,
     *     `next` is how to ask for those that follow: as `after`, with the same filters. The session must be an administrator's.
     *
     *     Parameters with other names are ignored. One that is empty, sent twice, or of another form is refused with 7.
     */
    get: operations['getAllFirmwares'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sc_cloud/rollout/create': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Makes a roll-out: upgrades of many devices, in waves
     * @description A roll-out starts an upgrade on each of its members, wave after wave, and goes on by itself, once a minute. It pauses by
     *     itself when too many fail. The members stay those of the request.
     *
     *     0: this request made it; 1: the same request (same devices in the same order, same firmware, same plan) made it before, and its present state. Refused as a whole: the id is that of
     *     another request (41), the firmware is unknown (16) or not available (38), more than 50,000 serial numbers or too many active
     *     roll-outs (17).
     */
    post: operations['createRollout'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sc_cloud/rollout/dry-run': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Tells what would become of a roll-out now
     * @description Takes what create-rollout takes and tells what would become of it at this moment; writes nothing. Refusals are those of
     *     create-rollout, but that too many are active. For an id that is taken, what create-rollout would tell.
     */
    post: operations['dryRunRollout'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sc_cloud/rollout/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Tells how roll-outs stand
     * @description Reads, and changes nothing. For one roll-out: 0 and how it stands, or 16; with `state` its devices in that state too. Without
     *     `rollout-id`: all. The counts add up to the total, at every moment.
     */
    post: operations['rolloutStatus'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sc_cloud/rollout/pause': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Pauses a roll-out
     * @description 0: paused by this request; 1: it was paused already, and the reason stays; 38: it has ended; 16: unknown.
     *
     *     Once the answer is 0 or 1, nothing more is started until a resume. What is under way goes on, and its end is counted.
     */
    post: operations['pauseRollout'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sc_cloud/rollout/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Lets a paused roll-out go on
     * @description 0: goes on; 1: this very resume was done before, and is still the last change; 38: it is not as you saw it (`version`), it is
     *     not paused, or its firmware is not available; 16: unknown.
     *
     *     After a stop (`failures`, `no-success`) a resume accepts what was seen, and the count begins anew; after a `gate` it opens the next wave.
     */
    post: operations['resumeRollout'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sc_cloud/rollout/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ends a roll-out
     * @description 0: cancelled by this request; 1: cancelled already; 38: it is completed; 16: unknown.
     *
     *     Once the answer is 0 or 1, nothing more is started. What is under way goes on: cancel-upgrade takes back what has not begun.
     */
    post: operations['cancelRollout'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description `sn`: serial numbers, case-sensitive; a duplicate counts and is answered once. `firmware-id`: the firmware to install, or whose upgrade to cancel. Unknown fields are ignored, but none may ask for a dry run, which has a path of its own. */
    UpgradeRequest: {
      sn: string[];
      /** Format: int64 */
      'firmware-id': number;
    };
    /** @description `sn`: serial numbers, case-sensitive; a duplicate counts and is answered once. `firmware-id`: the firmware to install, or whose upgrade to cancel. Unknown fields are ignored, but none may ask for a dry run, which has a path of its own. `upgrade-id`: the upgrades to cancel, one for each serial number in the same order, null where it is not known. */
    CancelRequest: {
      sn: string[];
      /** Format: int64 */
      'firmware-id': number;
      'upgrade-id'?: (string | null)[];
    };
    /** @description `sn`: as in start-upgrade. */
    StatusRequest: {
      sn: string[];
    };
    /** @description The answer for one device. */
    UpgradeDetail: {
      /** @description Serial number of the device. */
      sn: string;
      /**
       * @description Later versions may have more. Today:
       *
       *     - 0 `SUCCESS`: Accepted. For a device: done by this request. After start-upgrade exactly one upgrade is on record, started by it.
       *     - 4 `TRY_AGAIN`: Throttled or unreachable; nothing was started. For a device of an accepted request: not known to be started or cancelled; asking again is safe under the same key, and a cancellation if the upgrade is named. For a roll-out: not known to be made or changed; the same request again tells.
       *     - 1 `REPEAT`: For a device: this upgrade was on record, or cancelled, before; exactly one is, and this request started none. It is under way, or was started earlier under this key, whatever became of it: the status tells. For a roll-out: the same request has made it before; or it is paused, running or cancelled already, as was asked for.
       *     - 11 `DEVICE_BUSY`: For a device: another firmware is being installed.
       *     - 12 `DEVICE_LOST`: For a device: it is offline.
       *     - 16 `NOT_EXIST`: The firmware, or the device of a list, is unknown. For a device: it is not registered, or has no such upgrade on record. For a roll-out: there is none of this id, or its firmware is unknown.
       *     - 24 `DEVICE_TYPE_ERROR`: For a device: the firmware is not for its family, model or hardware version.
       *     - 41 `CONSTRAINT_VIOLATION`: The devices of a batch differ in family, model or hardware version, or the key was used for another firmware. For a device: the key was used for another firmware, by a request that came in between. For a roll-out: its id is that of another request.
       */
      result: number;
    };
    UpgradeAnswer: {
      /**
       * SUCCESS
       * @description Accepted. For a device: done by this request. After start-upgrade exactly one upgrade is on record, started by it.
       * @constant
       */
      result: 0;
      /** @constant */
      method: 'start-upgrade';
      /** @description An entry for each distinct serial number, in the order of the request. */
      details: components['schemas']['UpgradeDetail'][];
    };
    /** @description The answer for one device. */
    StatusDetail: {
      /** @description Serial number of the device. */
      sn: string;
      /**
       * @description Later versions may have more. Today:
       *
       *     - 0 `SUCCESS`: Accepted. For a device: done by this request. After start-upgrade exactly one upgrade is on record, started by it.
       *     - 16 `NOT_EXIST`: The firmware, or the device of a list, is unknown. For a device: it is not registered, or has no such upgrade on record. For a roll-out: there is none of this id, or its firmware is unknown.
       */
      result: number;
      'upgrade-id'?: string;
      /** Format: int64 */
      'firmware-id'?: number;
      version?: string;
      /** @description Later versions may have more. The state of the upgrade. */
      state?: string;
      'requested-by'?: string;
      /** @description The `Idempotency-Key` of the request that started it. */
      key?: string;
      /** @description The roll-out that started it. */
      'rollout-id'?: string;
      /** @description ISO 8601 in UTC. */
      'requested-at'?: string;
      /** @description Percent. */
      progress?: number;
      /** @description Why it failed, as the device said. */
      reason?: string;
      /** @description ISO 8601 in UTC. From then on an unfinished upgrade is `timed-out`. */
      'lease-ends-at'?: string;
    };
    StatusAnswer: {
      /**
       * SUCCESS
       * @description Accepted. For a device: done by this request. After start-upgrade exactly one upgrade is on record, started by it.
       * @constant
       */
      result: 0;
      /** @constant */
      method: 'upgrade-status';
      /** @description An entry for each distinct serial number, in the order of the request. */
      details: components['schemas']['StatusDetail'][];
    };
    /** @description The answer for one device. */
    CancelDetail: {
      /** @description Serial number of the device. */
      sn: string;
      /**
       * @description Later versions may have more. Today:
       *
       *     - 0 `SUCCESS`: Accepted. For a device: done by this request. After start-upgrade exactly one upgrade is on record, started by it.
       *     - 4 `TRY_AGAIN`: Throttled or unreachable; nothing was started. For a device of an accepted request: not known to be started or cancelled; asking again is safe under the same key, and a cancellation if the upgrade is named. For a roll-out: not known to be made or changed; the same request again tells.
       *     - 1 `REPEAT`: For a device: this upgrade was on record, or cancelled, before; exactly one is, and this request started none. It is under way, or was started earlier under this key, whatever became of it: the status tells. For a roll-out: the same request has made it before; or it is paused, running or cancelled already, as was asked for.
       *     - 11 `DEVICE_BUSY`: For a device: another firmware is being installed.
       *     - 16 `NOT_EXIST`: The firmware, or the device of a list, is unknown. For a device: it is not registered, or has no such upgrade on record. For a roll-out: there is none of this id, or its firmware is unknown.
       *     - 38 `WRONG_STATE`: The firmware is not available yet, or was withdrawn. For a device: its upgrade has begun, has ended, or is not the one that was named. For a roll-out: as it is now, this cannot be done with it.
       */
      result: number;
    };
    CancelAnswer: {
      /**
       * SUCCESS
       * @description Accepted. For a device: done by this request. After start-upgrade exactly one upgrade is on record, started by it.
       * @constant
       */
      result: 0;
      /** @constant */
      method: 'cancel-upgrade';
      /** @description An entry for each distinct serial number, in the order of the request. */
      details: components['schemas']['CancelDetail'][];
    };
    /** @description The answer for one device. */
    DryRunDetail: {
      /** @description Serial number of the device. */
      sn: string;
      /**
       * @description Later versions may have more. Today:
       *
       *     - 0 `SUCCESS`: Accepted. For a device: done by this request. After start-upgrade exactly one upgrade is on record, started by it.
       *     - 1 `REPEAT`: For a device: this upgrade was on record, or cancelled, before; exactly one is, and this request started none. It is under way, or was started earlier under this key, whatever became of it: the status tells. For a roll-out: the same request has made it before; or it is paused, running or cancelled already, as was asked for.
       *     - 11 `DEVICE_BUSY`: For a device: another firmware is being installed.
       *     - 12 `DEVICE_LOST`: For a device: it is offline.
       *     - 16 `NOT_EXIST`: The firmware, or the device of a list, is unknown. For a device: it is not registered, or has no such upgrade on record. For a roll-out: there is none of this id, or its firmware is unknown.
       *     - 24 `DEVICE_TYPE_ERROR`: For a device: the firmware is not for its family, model or hardware version.
       */
      result: number;
    };
    DryRunAnswer: {
      /**
       * SUCCESS
       * @description Accepted. For a device: done by this request. After start-upgrade exactly one upgrade is on record, started by it.
       * @constant
       */
      result: 0;
      /** @constant */
      method: 'dry-run-upgrade';
      /** @description An entry for each distinct serial number, in the order of the request. */
      details: components['schemas']['DryRunDetail'][];
    };
    /** @description `sn`: serial number of one device. `before`: `next` of the answer before, for the upgrades that are older. */
    HistoryRequest: {
      sn: string;
      before?: string;
    };
    /** @description The answer for one device. */
    HistoryDetail: {
      /** @description Serial number of the device. */
      sn: string;
      /**
       * @description Later versions may have more. Today:
       *
       *     - 0 `SUCCESS`: Accepted. For a device: done by this request. After start-upgrade exactly one upgrade is on record, started by it.
       *     - 16 `NOT_EXIST`: The firmware, or the device of a list, is unknown. For a device: it is not registered, or has no such upgrade on record. For a roll-out: there is none of this id, or its firmware is unknown.
       */
      result: number;
      'upgrade-id'?: string;
      /** Format: int64 */
      'firmware-id'?: number;
      version?: string;
      /** @description Later versions may have more. The state of the upgrade. */
      state?: string;
      'requested-by'?: string;
      /** @description The `Idempotency-Key` of the request that started it. */
      key?: string;
      /** @description The roll-out that started it. */
      'rollout-id'?: string;
      /** @description ISO 8601 in UTC. */
      'requested-at'?: string;
      /** @description ISO 8601 in UTC. To the second. When the service was told that it has ended. */
      'ended-at'?: string;
      /** @description Who cancelled it. */
      'cancelled-by'?: string;
    };
    HistoryAnswer: {
      /**
       * SUCCESS
       * @description Accepted. For a device: done by this request. After start-upgrade exactly one upgrade is on record, started by it.
       * @constant
       */
      result: 0;
      /** @constant */
      method: 'upgrade-history';
      /** @description An entry for each upgrade, newest first; a single one with 16 when no upgrade is known. */
      details: components['schemas']['HistoryDetail'][];
      /** @description There are older upgrades: ask again with this as `before`. */
      next?: string;
    };
    /** @description An unknown field, at any depth, is refused with 7. */
    RolloutRequest: {
      /** @description A name of your choice, never used before. */
      'rollout-id': string;
      /**
       * Format: int64
       * @description The firmware to install.
       */
      'firmware-id': number;
      /** @description Serial numbers, case-sensitive, in the order in which they are started; at most 50,000 (17). A duplicate counts once in all else. What cannot be a serial number is a member that is skipped. */
      sn: string[];
      /**
       * @description How many devices, or percent of all, each wave and those before it have. Those of one kind grow strictly.
       * @default [
       *       {
       *         "devices": 5
       *       },
       *       {
       *         "percent": 10
       *       },
       *       {
       *         "percent": 100
       *       }
       *     ]
       */
      waves?: (
        | {
            /** Format: int64 */
            devices: number;
          }
        | {
            percent: number;
          }
      )[];
      /**
       * @description Minutes from the passing of a wave to the opening of the next, or that a resume opens it.
       * @default 0
       */
      'between-waves'?: number | 'manual';
      /**
       * @description It pauses when so many percent of those that ended have failed, counting at least so many as ended.
       * @default {}
       */
      stop?: {
        /** @default 5 */
        'failed-percent'?: number;
        /** @default 100 */
        'of-at-least'?: number;
      };
      /**
       * @description At most so many devices are under way at once: this is the brake. Ends are seen once a minute.
       * @default 500
       */
      'max-in-flight'?: number;
      /**
       * @description For how long devices that are offline or busy are waited for. 0: they are skipped at once.
       * @default 24
       */
      'wait-hours'?: number;
    };
    /** @description An unknown field, at any depth, is refused with 7. */
    RolloutIdRequest: {
      /** @description The name that you have given the roll-out. */
      'rollout-id': string;
    };
    /** @description An unknown field, at any depth, is refused with 7. */
    RolloutResumeRequest: {
      /** @description The name that you have given the roll-out. */
      'rollout-id': string;
      /**
       * Format: int64
       * @description As you saw it.
       */
      version: number;
    };
    /** @description An unknown field, at any depth, is refused with 7. */
    RolloutStatusRequest: {
      /** @description The name that you have given the roll-out. Without it all are listed, newest first, 100 a page. */
      'rollout-id'?: string;
      /** @description The members in this state are listed too, 1,000 a page. */
      state?: string;
      /** @description `next` of the page before. */
      after?: string;
    };
    RolloutDevice: {
      /** @description As it was sent, without control characters. */
      sn: string;
      /** @description Later versions may have more. How it stands. */
      state?: string;
      /**
       * @description Later versions may have more. Today:
       *
       *     - 1 `REPEAT`: For a device: this upgrade was on record, or cancelled, before; exactly one is, and this request started none. It is under way, or was started earlier under this key, whatever became of it: the status tells. For a roll-out: the same request has made it before; or it is paused, running or cancelled already, as was asked for.
       *     - 11 `DEVICE_BUSY`: For a device: another firmware is being installed.
       *     - 12 `DEVICE_LOST`: For a device: it is offline.
       *     - 16 `NOT_EXIST`: The firmware, or the device of a list, is unknown. For a device: it is not registered, or has no such upgrade on record. For a roll-out: there is none of this id, or its firmware is unknown.
       *     - 24 `DEVICE_TYPE_ERROR`: For a device: the firmware is not for its family, model or hardware version.
       */
      result?: number;
      /** @description Later versions may have more. Why it is skipped, if not for a code. */
      reason?: string;
    };
    RolloutDetail: {
      'rollout-id': string;
      /**
       * @description Later versions may have more. Today:
       *
       *     - 0 `SUCCESS`: Accepted. For a device: done by this request. After start-upgrade exactly one upgrade is on record, started by it.
       *     - 1 `REPEAT`: For a device: this upgrade was on record, or cancelled, before; exactly one is, and this request started none. It is under way, or was started earlier under this key, whatever became of it: the status tells. For a roll-out: the same request has made it before; or it is paused, running or cancelled already, as was asked for.
       *     - 16 `NOT_EXIST`: The firmware, or the device of a list, is unknown. For a device: it is not registered, or has no such upgrade on record. For a roll-out: there is none of this id, or its firmware is unknown.
       *     - 38 `WRONG_STATE`: The firmware is not available yet, or was withdrawn. For a device: its upgrade has begun, has ended, or is not the one that was named. For a roll-out: as it is now, this cannot be done with it.
       */
      result: number;
      /** Format: int64 */
      'firmware-id'?: number;
      /** @description Grows whenever state, reason or wave changes. resume-rollout takes it. */
      version?: number;
      /** @description Later versions may have more. The state of the roll-out. */
      state?: string;
      /** @description The open wave, from 1. */
      wave?: number;
      total?: number;
      /** @description ISO 8601 in UTC. When the next wave opens: the open one has passed. */
      'next-wave-at'?: string;
      /** @description Later versions may have more. Why it is paused. */
      reason?: string;
      waves?: {
        /** @description How many members it and those before it have. */
        devices: number;
        /** @description ISO 8601 in UTC. */
        'opened-at'?: string;
      }[];
      counts?: {
        queued: number;
        waiting: number;
        requested: number;
        running: number;
        succeeded: number;
        failed: number;
        'timed-out': number;
        cancelled: number;
        skipped: number;
        lost: number;
      };
      'created-by'?: string;
      /** @description ISO 8601 in UTC. */
      'created-at'?: string;
      /** @description Left out where the service itself has changed it. */
      'changed-by'?: string;
      /** @description ISO 8601 in UTC. When the version changed last. */
      'changed-at'?: string;
      'under-way'?: number;
      /** @description Those in the state that was asked for. Left out if what is on record of them makes no sense. */
      devices?: components['schemas']['RolloutDevice'][];
    };
    RolloutAnswer: {
      /**
       * SUCCESS
       * @description Accepted. For a device: done by this request. After start-upgrade exactly one upgrade is on record, started by it.
       * @constant
       */
      result: 0;
      /** @constant */
      method: 'create-rollout';
      details: components['schemas']['RolloutDetail'][];
    };
    RolloutStatusAnswer: {
      /**
       * SUCCESS
       * @description Accepted. For a device: done by this request. After start-upgrade exactly one upgrade is on record, started by it.
       * @constant
       */
      result: 0;
      /** @constant */
      method: 'rollout-status';
      details: components['schemas']['RolloutDetail'][];
      /** @description There may be more: ask again with this as `after`. */
      next?: string;
    };
    RolloutPauseAnswer: {
      /**
       * SUCCESS
       * @description Accepted. For a device: done by this request. After start-upgrade exactly one upgrade is on record, started by it.
       * @constant
       */
      result: 0;
      /** @constant */
      method: 'pause-rollout';
      details: components['schemas']['RolloutDetail'][];
    };
    RolloutResumeAnswer: {
      /**
       * SUCCESS
       * @description Accepted. For a device: done by this request. After start-upgrade exactly one upgrade is on record, started by it.
       * @constant
       */
      result: 0;
      /** @constant */
      method: 'resume-rollout';
      details: components['schemas']['RolloutDetail'][];
    };
    RolloutCancelAnswer: {
      /**
       * SUCCESS
       * @description Accepted. For a device: done by this request. After start-upgrade exactly one upgrade is on record, started by it.
       * @constant
       */
      result: 0;
      /** @constant */
      method: 'cancel-rollout';
      details: components['schemas']['RolloutDetail'][];
    };
    RolloutDryRunDetail: {
      'rollout-id': string;
      /**
       * @description Later versions may have more. Today:
       *
       *     - 0 `SUCCESS`: Accepted. For a device: done by this request. After start-upgrade exactly one upgrade is on record, started by it.
       *     - 1 `REPEAT`: For a device: this upgrade was on record, or cancelled, before; exactly one is, and this request started none. It is under way, or was started earlier under this key, whatever became of it: the status tells. For a roll-out: the same request has made it before; or it is paused, running or cancelled already, as was asked for.
       */
      result: number;
      waves?: {
        /** @description How many members it and those before it have. */
        devices: number;
        /** @description ISO 8601 in UTC. */
        'opened-at'?: string;
        /** @description How many of the wave's own members would be started now. */
        'would-start'?: number;
      }[];
      /** @description How many members would get each code, or be skipped for each reason. 0: would be started. */
      results?: {
        [key: string]: number;
      };
      /** @description Those that would not be started, the first 1,000. */
      devices?: components['schemas']['RolloutDevice'][];
      /** Format: int64 */
      'firmware-id'?: number;
      /** @description Grows whenever state, reason or wave changes. resume-rollout takes it. */
      version?: number;
      /** @description Later versions may have more. The state of the roll-out. */
      state?: string;
      /** @description The open wave, from 1. */
      wave?: number;
      total?: number;
      /** @description ISO 8601 in UTC. When the next wave opens: the open one has passed. */
      'next-wave-at'?: string;
      /** @description Later versions may have more. Why it is paused. */
      reason?: string;
      counts?: {
        queued: number;
        waiting: number;
        requested: number;
        running: number;
        succeeded: number;
        failed: number;
        'timed-out': number;
        cancelled: number;
        skipped: number;
        lost: number;
      };
      'created-by'?: string;
      /** @description ISO 8601 in UTC. */
      'created-at'?: string;
      /** @description Left out where the service itself has changed it. */
      'changed-by'?: string;
      /** @description ISO 8601 in UTC. When the version changed last. */
      'changed-at'?: string;
    };
    RolloutDryRunAnswer: {
      /**
       * SUCCESS
       * @description Accepted. For a device: done by this request. After start-upgrade exactly one upgrade is on record, started by it.
       * @constant
       */
      result: 0;
      /** @constant */
      method: 'dry-run-rollout';
      details: components['schemas']['RolloutDryRunDetail'][];
    };
    /** @description A firmware, and the product that it is for. */
    FirmwareDetail: {
      /**
       * Format: int64
       * @description What start-upgrade takes.
       */
      'firmware-id': number;
      version: string;
      /** Format: int64 */
      'family-id': number;
      /** Format: int64 */
      'model-id': number;
      'hardware-version': string;
      /** @description Later versions may have more. Only `available` ones can be installed. */
      state: string;
      /** Format: int64 */
      'size-bytes': number;
    };
    FirmwaresAnswer: {
      /**
       * SUCCESS
       * @description Accepted. For a device: done by this request. After start-upgrade exactly one upgrade is on record, started by it.
       * @constant
       */
      result: 0;
      /** @constant */
      method: 'get-all-firmwares';
      /** @description An entry for each firmware, by `firmware-id` ascending. */
      details: components['schemas']['FirmwareDetail'][];
      /** @description Only when there are more: the next page is asked for by it. */
      next?: string;
    };
    /** @description One stream server. Nothing secret is in it. */
    StreamConfigInfo: {
      /**
       * Format: int64
       * @description Unique in the list; may exceed 32 bits.
       */
      id: number;
      name: string;
      /**
       * @description 1, 2, 3: platforms, 4: RTMP, 5: SRT, 6: NDI.
       * @enum {integer}
       */
      type: 1 | 2 | 3 | 4 | 5 | 6;
      /** @description Whether the configuration is complete and valid. */
      isConfigured: boolean;
    };
    StreamServerList: {
      /**
       * SUCCESS
       * @description Accepted. For a device: done by this request. After start-upgrade exactly one upgrade is on record, started by it.
       * @constant
       */
      status: 0;
      /** @constant */
      message: 'SUCCESS';
      /** @constant */
      totalCount: 6;
      /** @description One entry for each type, in the order 1, 2, 3, 6, 4, 5. */
      serverList: [
        components['schemas']['StreamConfigInfo'] & {
          /** @constant */
          type?: 1;
        },
        components['schemas']['StreamConfigInfo'] & {
          /** @constant */
          type?: 2;
        },
        components['schemas']['StreamConfigInfo'] & {
          /** @constant */
          type?: 3;
        },
        components['schemas']['StreamConfigInfo'] & {
          /** @constant */
          type?: 6;
        },
        components['schemas']['StreamConfigInfo'] & {
          /** @constant */
          type?: 4;
        },
        components['schemas']['StreamConfigInfo'] & {
          /** @constant */
          type?: 5;
        },
      ];
    };
    /** @description The gateway's own answer. After 500 and 503 it is unknown what was done. */
    GatewayAnswer: {
      message: string;
    };
  };
  responses: {
    /** @description The list. */
    List200: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': components['schemas']['StreamServerList'];
      };
    };
    /**
     * @description - 7 `INVALID_ARG`: The body or a parameter breaks the schema, the `Idempotency-Key` of a start or its dry run is malformed, or the event is not from the gateway.
     *     - The gateway's own answer: the path cannot be decoded.
     */
    List400: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': {
          /**
           * INVALID_ARG
           * @description The body or a parameter breaks the schema, the `Idempotency-Key` of a start or its dry run is malformed, or the event is not from the gateway.
           * @constant
           */
          status: 7;
          /** @constant */
          message: 'INVALID_ARG';
          /** @constant */
          totalCount: 0;
          serverList: components['schemas']['StreamConfigInfo'][];
        };
        'application/json': components['schemas']['GatewayAnswer'];
      };
    };
    /** @description - 37 `NOT_LOGGED_IN`: Missing, unknown or expired session, or that of another user. */
    List401: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': {
          /**
           * NOT_LOGGED_IN
           * @description Missing, unknown or expired session, or that of another user.
           * @constant
           */
          status: 37;
          /** @constant */
          message: 'NOT_LOGGED_IN';
          /** @constant */
          totalCount: 0;
          serverList: components['schemas']['StreamConfigInfo'][];
        };
      };
    };
    /** @description - 31 `NOT_PERMITTED`: The user is not an administrator; or the request bypassed the front proxy of the stage. */
    List403: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': {
          /**
           * NOT_PERMITTED
           * @description The user is not an administrator; or the request bypassed the front proxy of the stage.
           * @constant
           */
          status: 31;
          /** @constant */
          message: 'NOT_PERMITTED';
          /** @constant */
          totalCount: 0;
          serverList: components['schemas']['StreamConfigInfo'][];
        };
      };
    };
    /**
     * @description - 16 `NOT_EXIST`: The firmware, or the device of a list, is unknown. For a device: it is not registered, or has no such upgrade on record. For a roll-out: there is none of this id, or its firmware is unknown.
     *     - The gateway's own answer: the path is no route.
     */
    List404: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': {
          /**
           * NOT_EXIST
           * @description The firmware, or the device of a list, is unknown. For a device: it is not registered, or has no such upgrade on record. For a roll-out: there is none of this id, or its firmware is unknown.
           * @constant
           */
          status: 16;
          /** @constant */
          message: 'NOT_EXIST';
          /** @constant */
          totalCount: 0;
          serverList: components['schemas']['StreamConfigInfo'][];
        };
        'application/json': components['schemas']['GatewayAnswer'];
      };
    };
    /** @description - The gateway's own answer: the body is over 10 MiB, or the event made from it is over 6 MiB. */
    List413: {
      headers: {
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['GatewayAnswer'];
      };
    };
    /** @description - The gateway's own answer: too many requests. */
    List429: {
      headers: {
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['GatewayAnswer'];
      };
    };
    /**
     * @description - 6 `UNKNOWN_ERROR`: Anything unforeseen; nothing was started.
     *     - The gateway's own answer: the function broke, and what it did before is not known; repeat the request.
     */
    List500: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': {
          /**
           * UNKNOWN_ERROR
           * @description Anything unforeseen; nothing was started.
           * @constant
           */
          status: 6;
          /** @constant */
          message: 'UNKNOWN_ERROR';
          /** @constant */
          totalCount: 0;
          serverList: components['schemas']['StreamConfigInfo'][];
        };
        'application/json': components['schemas']['GatewayAnswer'];
      };
    };
    /**
     * @description - 4 `TRY_AGAIN`: Throttled or unreachable; nothing was started. For a device of an accepted request: not known to be started or cancelled; asking again is safe under the same key, and a cancellation if the upgrade is named. For a roll-out: not known to be made or changed; the same request again tells.
     *     - The gateway's own answer: there is no capacity for the request, or no answer in time; it is unknown what was done.
     */
    List503: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'Retry-After': components['headers']['Retry-After'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': {
          /**
           * TRY_AGAIN
           * @description Throttled or unreachable; nothing was started. For a device of an accepted request: not known to be started or cancelled; asking again is safe under the same key, and a cancellation if the upgrade is named. For a roll-out: not known to be made or changed; the same request again tells.
           * @constant
           */
          status: 4;
          /** @constant */
          message: 'TRY_AGAIN';
          /** @constant */
          totalCount: 0;
          serverList: components['schemas']['StreamConfigInfo'][];
        };
        'application/json': components['schemas']['GatewayAnswer'];
      };
    };
    /** @description Every device was judged on its own: look at `details`. */
    Upgrade200: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': components['schemas']['UpgradeAnswer'];
      };
    };
    /**
     * @description - 7 `INVALID_ARG`: The body or a parameter breaks the schema, the `Idempotency-Key` of a start or its dry run is malformed, or the event is not from the gateway.
     *     - 17 `TOO_MANY`: More serial numbers than the stage's limit, or than a roll-out may have; or too many roll-outs are active.
     *     - 21 `FORMAT_ERROR`: The body is not JSON, not UTF-8, or absent.
     */
    Upgrade400: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': {
          /**
           * @description Later versions may have more. Today:
           *
           *     - 7 `INVALID_ARG`: The body or a parameter breaks the schema, the `Idempotency-Key` of a start or its dry run is malformed, or the event is not from the gateway.
           *     - 17 `TOO_MANY`: More serial numbers than the stage's limit, or than a roll-out may have; or too many roll-outs are active.
           *     - 21 `FORMAT_ERROR`: The body is not JSON, not UTF-8, or absent.
           */
          result: number;
          /** @description Later versions may have more. The operation that was asked for. */
          method: string;
          details: {
            /** @description Serial number of the device. */
            sn: string;
            /**
             * @description Later versions may have more. Today:
             *
             *     - 7 `INVALID_ARG`: The body or a parameter breaks the schema, the `Idempotency-Key` of a start or its dry run is malformed, or the event is not from the gateway.
             *     - 17 `TOO_MANY`: More serial numbers than the stage's limit, or than a roll-out may have; or too many roll-outs are active.
             *     - 21 `FORMAT_ERROR`: The body is not JSON, not UTF-8, or absent.
             */
            result: number;
          }[];
        };
      };
    };
    /** @description - 37 `NOT_LOGGED_IN`: Missing, unknown or expired session, or that of another user. */
    Upgrade401: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': {
          /**
           * @description Later versions may have more. Today:
           *
           *     - 37 `NOT_LOGGED_IN`: Missing, unknown or expired session, or that of another user.
           */
          result: number;
          /** @description Later versions may have more. The operation that was asked for. */
          method: string;
          details: {
            /** @description Serial number of the device. */
            sn: string;
            /**
             * @description Later versions may have more. Today:
             *
             *     - 37 `NOT_LOGGED_IN`: Missing, unknown or expired session, or that of another user.
             */
            result: number;
          }[];
        };
      };
    };
    /** @description - 31 `NOT_PERMITTED`: The user is not an administrator; or the request bypassed the front proxy of the stage. */
    Upgrade403: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': {
          /**
           * @description Later versions may have more. Today:
           *
           *     - 31 `NOT_PERMITTED`: The user is not an administrator; or the request bypassed the front proxy of the stage.
           */
          result: number;
          /** @description Later versions may have more. The operation that was asked for. */
          method: string;
          details: {
            /** @description Serial number of the device. */
            sn: string;
            /**
             * @description Later versions may have more. Today:
             *
             *     - 31 `NOT_PERMITTED`: The user is not an administrator; or the request bypassed the front proxy of the stage.
             */
            result: number;
          }[];
        };
      };
    };
    /**
     * @description - 16 `NOT_EXIST`: The firmware, or the device of a list, is unknown. For a device: it is not registered, or has no such upgrade on record. For a roll-out: there is none of this id, or its firmware is unknown.
     *     - The gateway's own answer: the path is no route.
     */
    Upgrade404: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': {
          /**
           * @description Later versions may have more. Today:
           *
           *     - 16 `NOT_EXIST`: The firmware, or the device of a list, is unknown. For a device: it is not registered, or has no such upgrade on record. For a roll-out: there is none of this id, or its firmware is unknown.
           */
          result: number;
          /** @description Later versions may have more. The operation that was asked for. */
          method: string;
          details: {
            /** @description Serial number of the device. */
            sn: string;
            /**
             * @description Later versions may have more. Today:
             *
             *     - 16 `NOT_EXIST`: The firmware, or the device of a list, is unknown. For a device: it is not registered, or has no such upgrade on record. For a roll-out: there is none of this id, or its firmware is unknown.
             */
            result: number;
          }[];
        };
        'application/json': components['schemas']['GatewayAnswer'];
      };
    };
    /**
     * @description - 38 `WRONG_STATE`: The firmware is not available yet, or was withdrawn. For a device: its upgrade has begun, has ended, or is not the one that was named. For a roll-out: as it is now, this cannot be done with it.
     *     - 41 `CONSTRAINT_VIOLATION`: The devices of a batch differ in family, model or hardware version, or the key was used for another firmware. For a device: the key was used for another firmware, by a request that came in between. For a roll-out: its id is that of another request.
     */
    Upgrade409: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': {
          /**
           * @description Later versions may have more. Today:
           *
           *     - 38 `WRONG_STATE`: The firmware is not available yet, or was withdrawn. For a device: its upgrade has begun, has ended, or is not the one that was named. For a roll-out: as it is now, this cannot be done with it.
           *     - 41 `CONSTRAINT_VIOLATION`: The devices of a batch differ in family, model or hardware version, or the key was used for another firmware. For a device: the key was used for another firmware, by a request that came in between. For a roll-out: its id is that of another request.
           */
          result: number;
          /** @description Later versions may have more. The operation that was asked for. */
          method: string;
          details: {
            /** @description Serial number of the device. */
            sn: string;
            /**
             * @description Later versions may have more. Today:
             *
             *     - 38 `WRONG_STATE`: The firmware is not available yet, or was withdrawn. For a device: its upgrade has begun, has ended, or is not the one that was named. For a roll-out: as it is now, this cannot be done with it.
             *     - 41 `CONSTRAINT_VIOLATION`: The devices of a batch differ in family, model or hardware version, or the key was used for another firmware. For a device: the key was used for another firmware, by a request that came in between. For a roll-out: its id is that of another request.
             */
            result: number;
          }[];
        };
      };
    };
    /**
     * @description - 18 `TOO_LARGE`: The body is over the limit.
     *     - The gateway's own answer: the body is over 10 MiB, or the event made from it is over 6 MiB.
     */
    Upgrade413: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': {
          /**
           * @description Later versions may have more. Today:
           *
           *     - 18 `TOO_LARGE`: The body is over the limit.
           */
          result: number;
          /** @description Later versions may have more. The operation that was asked for. */
          method: string;
          details: {
            /** @description Serial number of the device. */
            sn: string;
            /**
             * @description Later versions may have more. Today:
             *
             *     - 18 `TOO_LARGE`: The body is over the limit.
             */
            result: number;
          }[];
        };
        'application/json': components['schemas']['GatewayAnswer'];
      };
    };
    /** @description - 9 `UNSUPPORTED`: The content type is not JSON, or `Content-Encoding` names anything but `identity`, be it a compression or a character set. */
    Upgrade415: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': {
          /**
           * @description Later versions may have more. Today:
           *
           *     - 9 `UNSUPPORTED`: The content type is not JSON, or `Content-Encoding` names anything but `identity`, be it a compression or a character set.
           */
          result: number;
          /** @description Later versions may have more. The operation that was asked for. */
          method: string;
          details: {
            /** @description Serial number of the device. */
            sn: string;
            /**
             * @description Later versions may have more. Today:
             *
             *     - 9 `UNSUPPORTED`: The content type is not JSON, or `Content-Encoding` names anything but `identity`, be it a compression or a character set.
             */
            result: number;
          }[];
        };
      };
    };
    /** @description - The gateway's own answer: too many requests. */
    Upgrade429: {
      headers: {
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['GatewayAnswer'];
      };
    };
    /**
     * @description - 6 `UNKNOWN_ERROR`: Anything unforeseen; nothing was started.
     *     - The gateway's own answer: the function broke, and what it did before is not known; repeat the request.
     */
    Upgrade500: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': {
          /**
           * @description Later versions may have more. Today:
           *
           *     - 6 `UNKNOWN_ERROR`: Anything unforeseen; nothing was started.
           */
          result: number;
          /** @description Later versions may have more. The operation that was asked for. */
          method: string;
          details: {
            /** @description Serial number of the device. */
            sn: string;
            /**
             * @description Later versions may have more. Today:
             *
             *     - 6 `UNKNOWN_ERROR`: Anything unforeseen; nothing was started.
             */
            result: number;
          }[];
        };
        'application/json': components['schemas']['GatewayAnswer'];
      };
    };
    /**
     * @description - 4 `TRY_AGAIN`: Throttled or unreachable; nothing was started. For a device of an accepted request: not known to be started or cancelled; asking again is safe under the same key, and a cancellation if the upgrade is named. For a roll-out: not known to be made or changed; the same request again tells.
     *     - The gateway's own answer: there is no capacity for the request, or no answer in time; it is unknown what was done.
     */
    Upgrade503: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'Retry-After': components['headers']['Retry-After'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': {
          /**
           * @description Later versions may have more. Today:
           *
           *     - 4 `TRY_AGAIN`: Throttled or unreachable; nothing was started. For a device of an accepted request: not known to be started or cancelled; asking again is safe under the same key, and a cancellation if the upgrade is named. For a roll-out: not known to be made or changed; the same request again tells.
           */
          result: number;
          /** @description Later versions may have more. The operation that was asked for. */
          method: string;
          details: {
            /** @description Serial number of the device. */
            sn: string;
            /**
             * @description Later versions may have more. Today:
             *
             *     - 4 `TRY_AGAIN`: Throttled or unreachable; nothing was started. For a device of an accepted request: not known to be started or cancelled; asking again is safe under the same key, and a cancellation if the upgrade is named. For a roll-out: not known to be made or changed; the same request again tells.
             */
            result: number;
          }[];
        };
        'application/json': components['schemas']['GatewayAnswer'];
      };
    };
    /** @description Every device was judged on its own: look at `details`. */
    Status200: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': components['schemas']['StatusAnswer'];
      };
    };
    /** @description Every device was judged on its own: look at `details`. */
    Cancel200: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': components['schemas']['CancelAnswer'];
      };
    };
    /** @description Every device was judged on its own: look at `details`. */
    DryRun200: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': components['schemas']['DryRunAnswer'];
      };
    };
    /** @description The upgrades of the device. */
    History200: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': components['schemas']['HistoryAnswer'];
      };
    };
    /** @description A page of firmwares. */
    Firmwares200: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': components['schemas']['FirmwaresAnswer'];
      };
    };
    /** @description How the roll-out stands: look at `details`. */
    Rollout200: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': components['schemas']['RolloutAnswer'];
      };
    };
    /**
     * @description - 7 `INVALID_ARG`: The body or a parameter breaks the schema, the `Idempotency-Key` of a start or its dry run is malformed, or the event is not from the gateway.
     *     - 17 `TOO_MANY`: More serial numbers than the stage's limit, or than a roll-out may have; or too many roll-outs are active.
     *     - 21 `FORMAT_ERROR`: The body is not JSON, not UTF-8, or absent.
     */
    Rollout400: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': {
          /**
           * @description Later versions may have more. Today:
           *
           *     - 7 `INVALID_ARG`: The body or a parameter breaks the schema, the `Idempotency-Key` of a start or its dry run is malformed, or the event is not from the gateway.
           *     - 17 `TOO_MANY`: More serial numbers than the stage's limit, or than a roll-out may have; or too many roll-outs are active.
           *     - 21 `FORMAT_ERROR`: The body is not JSON, not UTF-8, or absent.
           */
          result: number;
          /** @description Later versions may have more. The operation that was asked for. */
          method: string;
          details: {
            /**
             * @description Later versions may have more. Today:
             *
             *     - 7 `INVALID_ARG`: The body or a parameter breaks the schema, the `Idempotency-Key` of a start or its dry run is malformed, or the event is not from the gateway.
             *     - 17 `TOO_MANY`: More serial numbers than the stage's limit, or than a roll-out may have; or too many roll-outs are active.
             *     - 21 `FORMAT_ERROR`: The body is not JSON, not UTF-8, or absent.
             */
            result: number;
            /** @description Once the request is known to be valid. */
            'rollout-id'?: string;
            /** @description The first field that breaks the schema; left out if this operation has no such field. */
            field?: string;
          }[];
        };
      };
    };
    /** @description - 37 `NOT_LOGGED_IN`: Missing, unknown or expired session, or that of another user. */
    Rollout401: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': {
          /**
           * @description Later versions may have more. Today:
           *
           *     - 37 `NOT_LOGGED_IN`: Missing, unknown or expired session, or that of another user.
           */
          result: number;
          /** @description Later versions may have more. The operation that was asked for. */
          method: string;
          details: {
            /**
             * @description Later versions may have more. Today:
             *
             *     - 37 `NOT_LOGGED_IN`: Missing, unknown or expired session, or that of another user.
             */
            result: number;
            /** @description Once the request is known to be valid. */
            'rollout-id'?: string;
            /** @description The first field that breaks the schema; left out if this operation has no such field. */
            field?: string;
          }[];
        };
      };
    };
    /** @description - 31 `NOT_PERMITTED`: The user is not an administrator; or the request bypassed the front proxy of the stage. */
    Rollout403: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': {
          /**
           * @description Later versions may have more. Today:
           *
           *     - 31 `NOT_PERMITTED`: The user is not an administrator; or the request bypassed the front proxy of the stage.
           */
          result: number;
          /** @description Later versions may have more. The operation that was asked for. */
          method: string;
          details: {
            /**
             * @description Later versions may have more. Today:
             *
             *     - 31 `NOT_PERMITTED`: The user is not an administrator; or the request bypassed the front proxy of the stage.
             */
            result: number;
            /** @description Once the request is known to be valid. */
            'rollout-id'?: string;
            /** @description The first field that breaks the schema; left out if this operation has no such field. */
            field?: string;
          }[];
        };
      };
    };
    /**
     * @description - 16 `NOT_EXIST`: The firmware, or the device of a list, is unknown. For a device: it is not registered, or has no such upgrade on record. For a roll-out: there is none of this id, or its firmware is unknown.
     *     - The gateway's own answer: the path is no route.
     */
    Rollout404: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': {
          /**
           * @description Later versions may have more. Today:
           *
           *     - 16 `NOT_EXIST`: The firmware, or the device of a list, is unknown. For a device: it is not registered, or has no such upgrade on record. For a roll-out: there is none of this id, or its firmware is unknown.
           */
          result: number;
          /** @description Later versions may have more. The operation that was asked for. */
          method: string;
          details: {
            /**
             * @description Later versions may have more. Today:
             *
             *     - 16 `NOT_EXIST`: The firmware, or the device of a list, is unknown. For a device: it is not registered, or has no such upgrade on record. For a roll-out: there is none of this id, or its firmware is unknown.
             */
            result: number;
            /** @description Once the request is known to be valid. */
            'rollout-id'?: string;
            /** @description The first field that breaks the schema; left out if this operation has no such field. */
            field?: string;
          }[];
        };
        'application/json': components['schemas']['GatewayAnswer'];
      };
    };
    /**
     * @description - 38 `WRONG_STATE`: The firmware is not available yet, or was withdrawn. For a device: its upgrade has begun, has ended, or is not the one that was named. For a roll-out: as it is now, this cannot be done with it.
     *     - 41 `CONSTRAINT_VIOLATION`: The devices of a batch differ in family, model or hardware version, or the key was used for another firmware. For a device: the key was used for another firmware, by a request that came in between. For a roll-out: its id is that of another request.
     */
    Rollout409: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': {
          /**
           * @description Later versions may have more. Today:
           *
           *     - 38 `WRONG_STATE`: The firmware is not available yet, or was withdrawn. For a device: its upgrade has begun, has ended, or is not the one that was named. For a roll-out: as it is now, this cannot be done with it.
           *     - 41 `CONSTRAINT_VIOLATION`: The devices of a batch differ in family, model or hardware version, or the key was used for another firmware. For a device: the key was used for another firmware, by a request that came in between. For a roll-out: its id is that of another request.
           */
          result: number;
          /** @description Later versions may have more. The operation that was asked for. */
          method: string;
          details: {
            /**
             * @description Later versions may have more. Today:
             *
             *     - 38 `WRONG_STATE`: The firmware is not available yet, or was withdrawn. For a device: its upgrade has begun, has ended, or is not the one that was named. For a roll-out: as it is now, this cannot be done with it.
             *     - 41 `CONSTRAINT_VIOLATION`: The devices of a batch differ in family, model or hardware version, or the key was used for another firmware. For a device: the key was used for another firmware, by a request that came in between. For a roll-out: its id is that of another request.
             */
            result: number;
            /** @description Once the request is known to be valid. */
            'rollout-id'?: string;
            /** @description The first field that breaks the schema; left out if this operation has no such field. */
            field?: string;
          }[];
        };
      };
    };
    /**
     * @description - 18 `TOO_LARGE`: The body is over the limit.
     *     - The gateway's own answer: the body is over 10 MiB, or the event made from it is over 6 MiB.
     */
    Rollout413: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': {
          /**
           * @description Later versions may have more. Today:
           *
           *     - 18 `TOO_LARGE`: The body is over the limit.
           */
          result: number;
          /** @description Later versions may have more. The operation that was asked for. */
          method: string;
          details: {
            /**
             * @description Later versions may have more. Today:
             *
             *     - 18 `TOO_LARGE`: The body is over the limit.
             */
            result: number;
            /** @description Once the request is known to be valid. */
            'rollout-id'?: string;
            /** @description The first field that breaks the schema; left out if this operation has no such field. */
            field?: string;
          }[];
        };
        'application/json': components['schemas']['GatewayAnswer'];
      };
    };
    /** @description - 9 `UNSUPPORTED`: The content type is not JSON, or `Content-Encoding` names anything but `identity`, be it a compression or a character set. */
    Rollout415: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': {
          /**
           * @description Later versions may have more. Today:
           *
           *     - 9 `UNSUPPORTED`: The content type is not JSON, or `Content-Encoding` names anything but `identity`, be it a compression or a character set.
           */
          result: number;
          /** @description Later versions may have more. The operation that was asked for. */
          method: string;
          details: {
            /**
             * @description Later versions may have more. Today:
             *
             *     - 9 `UNSUPPORTED`: The content type is not JSON, or `Content-Encoding` names anything but `identity`, be it a compression or a character set.
             */
            result: number;
            /** @description Once the request is known to be valid. */
            'rollout-id'?: string;
            /** @description The first field that breaks the schema; left out if this operation has no such field. */
            field?: string;
          }[];
        };
      };
    };
    /** @description - The gateway's own answer: too many requests. */
    Rollout429: {
      headers: {
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['GatewayAnswer'];
      };
    };
    /**
     * @description - 6 `UNKNOWN_ERROR`: Anything unforeseen; nothing was started.
     *     - The gateway's own answer: the function broke, and what it did before is not known; repeat the request.
     */
    Rollout500: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': {
          /**
           * @description Later versions may have more. Today:
           *
           *     - 6 `UNKNOWN_ERROR`: Anything unforeseen; nothing was started.
           */
          result: number;
          /** @description Later versions may have more. The operation that was asked for. */
          method: string;
          details: {
            /**
             * @description Later versions may have more. Today:
             *
             *     - 6 `UNKNOWN_ERROR`: Anything unforeseen; nothing was started.
             */
            result: number;
            /** @description Once the request is known to be valid. */
            'rollout-id'?: string;
            /** @description The first field that breaks the schema; left out if this operation has no such field. */
            field?: string;
          }[];
        };
        'application/json': components['schemas']['GatewayAnswer'];
      };
    };
    /**
     * @description - 4 `TRY_AGAIN`: Throttled or unreachable; nothing was started. For a device of an accepted request: not known to be started or cancelled; asking again is safe under the same key, and a cancellation if the upgrade is named. For a roll-out: not known to be made or changed; the same request again tells.
     *     - The gateway's own answer: there is no capacity for the request, or no answer in time; it is unknown what was done.
     */
    Rollout503: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'Retry-After': components['headers']['Retry-After'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': {
          /**
           * @description Later versions may have more. Today:
           *
           *     - 4 `TRY_AGAIN`: Throttled or unreachable; nothing was started. For a device of an accepted request: not known to be started or cancelled; asking again is safe under the same key, and a cancellation if the upgrade is named. For a roll-out: not known to be made or changed; the same request again tells.
           */
          result: number;
          /** @description Later versions may have more. The operation that was asked for. */
          method: string;
          details: {
            /**
             * @description Later versions may have more. Today:
             *
             *     - 4 `TRY_AGAIN`: Throttled or unreachable; nothing was started. For a device of an accepted request: not known to be started or cancelled; asking again is safe under the same key, and a cancellation if the upgrade is named. For a roll-out: not known to be made or changed; the same request again tells.
             */
            result: number;
            /** @description Once the request is known to be valid. */
            'rollout-id'?: string;
            /** @description The first field that breaks the schema; left out if this operation has no such field. */
            field?: string;
          }[];
        };
        'application/json': components['schemas']['GatewayAnswer'];
      };
    };
    /** @description How the roll-out stands: look at `details`. */
    RolloutDryRun200: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': components['schemas']['RolloutDryRunAnswer'];
      };
    };
    /** @description How the roll-out stands: look at `details`. */
    RolloutStatus200: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': components['schemas']['RolloutStatusAnswer'];
      };
    };
    /** @description How the roll-out stands: look at `details`. */
    RolloutPause200: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': components['schemas']['RolloutPauseAnswer'];
      };
    };
    /** @description How the roll-out stands: look at `details`. */
    RolloutResume200: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': components['schemas']['RolloutResumeAnswer'];
      };
    };
    /** @description How the roll-out stands: look at `details`. */
    RolloutCancel200: {
      headers: {
        'Cache-Control': components['headers']['Cache-Control'];
        'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
        'Strict-Transport-Security': components['headers']['Strict-Transport-Security'];
        'apigw-requestid': components['headers']['apigw-requestid'];
        [name: string]: unknown;
      };
      content: {
        'application/json; charset=UTF-8': components['schemas']['RolloutCancelAnswer'];
      };
    };
  };
  parameters: {
    /**
     * @description Serial number of the device, case-sensitive. One that no device can have is answered like an unknown one.
     * @example A302190930002
     */
    sn: string;
    /**
     * @description The caller's key for what it intends: a new one for each intent, the same in each repeat of the request. For a device whose last upgrade on record was started under this key, to this firmware, the answer is 1, and nothing is started, whatever became of it. May stand in one pair of double quotes, which are no part of it. The retry of devices that failed needs another key.
     * @example spring-update-7f3a
     */
    idempotencyKey: string;
  };
  requestBodies: never;
  headers: {
    /** @description On every answer but the gateway's own. */
    'Cache-Control': 'no-store';
    /** @description On every answer but the gateway's own. */
    'X-Content-Type-Options': 'nosniff';
    /** @description On every answer but the gateway's own. */
    'Strict-Transport-Security': 'max-age=31536000';
    /** @description Seconds to wait before asking again. On the service's 503. */
    'Retry-After': number;
    /**
     * @description The gateway's id of the request, to give to the operators: their logs have it too. On every answer.
     * @example JKJaXmPLvHcESHA=
     */
    'apigw-requestid': string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  getStreamServersList: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['List200'];
      400: components['responses']['List400'];
      403: components['responses']['List403'];
      404: components['responses']['List404'];
      413: components['responses']['List413'];
      429: components['responses']['List429'];
      500: components['responses']['List500'];
      503: components['responses']['List503'];
    };
  };
  postStreamServersList: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['List200'];
      400: components['responses']['List400'];
      403: components['responses']['List403'];
      404: components['responses']['List404'];
      413: components['responses']['List413'];
      429: components['responses']['List429'];
      500: components['responses']['List500'];
      503: components['responses']['List503'];
    };
  };
  getStreamServersListOfDevice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Serial number of the device, case-sensitive. One that no device can have is answered like an unknown one.
         * @example A302190930002
         */
        sn: components['parameters']['sn'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['List200'];
      400: components['responses']['List400'];
      401: components['responses']['List401'];
      403: components['responses']['List403'];
      404: components['responses']['List404'];
      413: components['responses']['List413'];
      429: components['responses']['List429'];
      500: components['responses']['List500'];
      503: components['responses']['List503'];
    };
  };
  postStreamServersListOfDevice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Serial number of the device, case-sensitive. One that no device can have is answered like an unknown one.
         * @example A302190930002
         */
        sn: components['parameters']['sn'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['List200'];
      400: components['responses']['List400'];
      401: components['responses']['List401'];
      403: components['responses']['List403'];
      404: components['responses']['List404'];
      413: components['responses']['List413'];
      429: components['responses']['List429'];
      500: components['responses']['List500'];
      503: components['responses']['List503'];
    };
  };
  startUpgrade: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description The caller's key for what it intends: a new one for each intent, the same in each repeat of the request. For a device whose last upgrade on record was started under this key, to this firmware, the answer is 1, and nothing is started, whatever became of it. May stand in one pair of double quotes, which are no part of it. The retry of devices that failed needs another key.
         * @example spring-update-7f3a
         */
        'Idempotency-Key'?: components['parameters']['idempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    /**
     * @description The content type may be any `+json`, in any case, with any parameters; `Content-Encoding` may only be `identity`.
     *     Numbers are read as IEEE 754 doubles.
     *
     *     Bytes that are not UTF-8 are refused with 21 where they reach the function. A body of type `application/json` reaches it as
     *     text. What the gateway puts there in place of such bytes is not documented by AWS, so the request may be taken.
     */
    requestBody: {
      content: {
        'application/json': components['schemas']['UpgradeRequest'];
      };
    };
    responses: {
      200: components['responses']['Upgrade200'];
      400: components['responses']['Upgrade400'];
      401: components['responses']['Upgrade401'];
      403: components['responses']['Upgrade403'];
      404: components['responses']['Upgrade404'];
      409: components['responses']['Upgrade409'];
      413: components['responses']['Upgrade413'];
      415: components['responses']['Upgrade415'];
      429: components['responses']['Upgrade429'];
      500: components['responses']['Upgrade500'];
      503: components['responses']['Upgrade503'];
    };
  };
  upgradeStatus: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * @description The content type may be any `+json`, in any case, with any parameters; `Content-Encoding` may only be `identity`.
     *     Numbers are read as IEEE 754 doubles.
     *
     *     Bytes that are not UTF-8 are refused with 21 where they reach the function. A body of type `application/json` reaches it as
     *     text. What the gateway puts there in place of such bytes is not documented by AWS, so the request may be taken.
     */
    requestBody: {
      content: {
        'application/json': components['schemas']['StatusRequest'];
      };
    };
    responses: {
      200: components['responses']['Status200'];
      400: components['responses']['Upgrade400'];
      401: components['responses']['Upgrade401'];
      403: components['responses']['Upgrade403'];
      404: components['responses']['Upgrade404'];
      413: components['responses']['Upgrade413'];
      415: components['responses']['Upgrade415'];
      429: components['responses']['Upgrade429'];
      500: components['responses']['Upgrade500'];
      503: components['responses']['Upgrade503'];
    };
  };
  cancelUpgrade: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * @description The content type may be any `+json`, in any case, with any parameters; `Content-Encoding` may only be `identity`.
     *     Numbers are read as IEEE 754 doubles.
     *
     *     Bytes that are not UTF-8 are refused with 21 where they reach the function. A body of type `application/json` reaches it as
     *     text. What the gateway puts there in place of such bytes is not documented by AWS, so the request may be taken.
     */
    requestBody: {
      content: {
        'application/json': components['schemas']['CancelRequest'];
      };
    };
    responses: {
      200: components['responses']['Cancel200'];
      400: components['responses']['Upgrade400'];
      401: components['responses']['Upgrade401'];
      403: components['responses']['Upgrade403'];
      404: components['responses']['Upgrade404'];
      413: components['responses']['Upgrade413'];
      415: components['responses']['Upgrade415'];
      429: components['responses']['Upgrade429'];
      500: components['responses']['Upgrade500'];
      503: components['responses']['Upgrade503'];
    };
  };
  dryRunUpgrade: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description The caller's key for what it intends: a new one for each intent, the same in each repeat of the request. For a device whose last upgrade on record was started under this key, to this firmware, the answer is 1, and nothing is started, whatever became of it. May stand in one pair of double quotes, which are no part of it. The retry of devices that failed needs another key.
         * @example spring-update-7f3a
         */
        'Idempotency-Key'?: components['parameters']['idempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    /**
     * @description The content type may be any `+json`, in any case, with any parameters; `Content-Encoding` may only be `identity`.
     *     Numbers are read as IEEE 754 doubles.
     *
     *     Bytes that are not UTF-8 are refused with 21 where they reach the function. A body of type `application/json` reaches it as
     *     text. What the gateway puts there in place of such bytes is not documented by AWS, so the request may be taken.
     */
    requestBody: {
      content: {
        'application/json': components['schemas']['UpgradeRequest'];
      };
    };
    responses: {
      200: components['responses']['DryRun200'];
      400: components['responses']['Upgrade400'];
      401: components['responses']['Upgrade401'];
      403: components['responses']['Upgrade403'];
      404: components['responses']['Upgrade404'];
      409: components['responses']['Upgrade409'];
      413: components['responses']['Upgrade413'];
      415: components['responses']['Upgrade415'];
      429: components['responses']['Upgrade429'];
      500: components['responses']['Upgrade500'];
      503: components['responses']['Upgrade503'];
    };
  };
  upgradeHistory: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * @description The content type may be any `+json`, in any case, with any parameters; `Content-Encoding` may only be `identity`.
     *     Numbers are read as IEEE 754 doubles.
     *
     *     Bytes that are not UTF-8 are refused with 21 where they reach the function. A body of type `application/json` reaches it as
     *     text. What the gateway puts there in place of such bytes is not documented by AWS, so the request may be taken.
     */
    requestBody: {
      content: {
        'application/json': components['schemas']['HistoryRequest'];
      };
    };
    responses: {
      200: components['responses']['History200'];
      400: components['responses']['Upgrade400'];
      401: components['responses']['Upgrade401'];
      403: components['responses']['Upgrade403'];
      404: components['responses']['Upgrade404'];
      413: components['responses']['Upgrade413'];
      415: components['responses']['Upgrade415'];
      429: components['responses']['Upgrade429'];
      500: components['responses']['Upgrade500'];
      503: components['responses']['Upgrade503'];
    };
  };
  getAllFirmwares: {
    parameters: {
      query?: {
        /** @description Only firmwares for this product. */
        'family-id'?: number;
        /** @description Only firmwares for this product. */
        'model-id'?: number;
        /** @description Only firmwares for this product. */
        'hardware-version'?: string;
        /** @description `next` of the page before. */
        after?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Firmwares200'];
      400: components['responses']['Upgrade400'];
      401: components['responses']['Upgrade401'];
      403: components['responses']['Upgrade403'];
      404: components['responses']['Upgrade404'];
      429: components['responses']['Upgrade429'];
      500: components['responses']['Upgrade500'];
      503: components['responses']['Upgrade503'];
    };
  };
  createRollout: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * @description The content type may be any `+json`, in any case, with any parameters; `Content-Encoding` may only be `identity`.
     *     Numbers are read as IEEE 754 doubles.
     *
     *     Bytes that are not UTF-8 are refused with 21 where they reach the function. A body of type `application/json` reaches it as
     *     text. What the gateway puts there in place of such bytes is not documented by AWS, so the request may be taken.
     */
    requestBody: {
      content: {
        'application/json': components['schemas']['RolloutRequest'];
      };
    };
    responses: {
      200: components['responses']['Rollout200'];
      400: components['responses']['Rollout400'];
      401: components['responses']['Rollout401'];
      403: components['responses']['Rollout403'];
      404: components['responses']['Rollout404'];
      409: components['responses']['Rollout409'];
      413: components['responses']['Rollout413'];
      415: components['responses']['Rollout415'];
      429: components['responses']['Rollout429'];
      500: components['responses']['Rollout500'];
      503: components['responses']['Rollout503'];
    };
  };
  dryRunRollout: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * @description The content type may be any `+json`, in any case, with any parameters; `Content-Encoding` may only be `identity`.
     *     Numbers are read as IEEE 754 doubles.
     *
     *     Bytes that are not UTF-8 are refused with 21 where they reach the function. A body of type `application/json` reaches it as
     *     text. What the gateway puts there in place of such bytes is not documented by AWS, so the request may be taken.
     */
    requestBody: {
      content: {
        'application/json': components['schemas']['RolloutRequest'];
      };
    };
    responses: {
      200: components['responses']['RolloutDryRun200'];
      400: components['responses']['Rollout400'];
      401: components['responses']['Rollout401'];
      403: components['responses']['Rollout403'];
      404: components['responses']['Rollout404'];
      409: components['responses']['Rollout409'];
      413: components['responses']['Rollout413'];
      415: components['responses']['Rollout415'];
      429: components['responses']['Rollout429'];
      500: components['responses']['Rollout500'];
      503: components['responses']['Rollout503'];
    };
  };
  rolloutStatus: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * @description The content type may be any `+json`, in any case, with any parameters; `Content-Encoding` may only be `identity`.
     *     Numbers are read as IEEE 754 doubles.
     *
     *     Bytes that are not UTF-8 are refused with 21 where they reach the function. A body of type `application/json` reaches it as
     *     text. What the gateway puts there in place of such bytes is not documented by AWS, so the request may be taken.
     */
    requestBody: {
      content: {
        'application/json': components['schemas']['RolloutStatusRequest'];
      };
    };
    responses: {
      200: components['responses']['RolloutStatus200'];
      400: components['responses']['Rollout400'];
      401: components['responses']['Rollout401'];
      403: components['responses']['Rollout403'];
      404: components['responses']['Rollout404'];
      413: components['responses']['Rollout413'];
      415: components['responses']['Rollout415'];
      429: components['responses']['Rollout429'];
      500: components['responses']['Rollout500'];
      503: components['responses']['Rollout503'];
    };
  };
  pauseRollout: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * @description The content type may be any `+json`, in any case, with any parameters; `Content-Encoding` may only be `identity`.
     *     Numbers are read as IEEE 754 doubles.
     *
     *     Bytes that are not UTF-8 are refused with 21 where they reach the function. A body of type `application/json` reaches it as
     *     text. What the gateway puts there in place of such bytes is not documented by AWS, so the request may be taken.
     */
    requestBody: {
      content: {
        'application/json': components['schemas']['RolloutIdRequest'];
      };
    };
    responses: {
      200: components['responses']['RolloutPause200'];
      400: components['responses']['Rollout400'];
      401: components['responses']['Rollout401'];
      403: components['responses']['Rollout403'];
      404: components['responses']['Rollout404'];
      413: components['responses']['Rollout413'];
      415: components['responses']['Rollout415'];
      429: components['responses']['Rollout429'];
      500: components['responses']['Rollout500'];
      503: components['responses']['Rollout503'];
    };
  };
  resumeRollout: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * @description The content type may be any `+json`, in any case, with any parameters; `Content-Encoding` may only be `identity`.
     *     Numbers are read as IEEE 754 doubles.
     *
     *     Bytes that are not UTF-8 are refused with 21 where they reach the function. A body of type `application/json` reaches it as
     *     text. What the gateway puts there in place of such bytes is not documented by AWS, so the request may be taken.
     */
    requestBody: {
      content: {
        'application/json': components['schemas']['RolloutResumeRequest'];
      };
    };
    responses: {
      200: components['responses']['RolloutResume200'];
      400: components['responses']['Rollout400'];
      401: components['responses']['Rollout401'];
      403: components['responses']['Rollout403'];
      404: components['responses']['Rollout404'];
      413: components['responses']['Rollout413'];
      415: components['responses']['Rollout415'];
      429: components['responses']['Rollout429'];
      500: components['responses']['Rollout500'];
      503: components['responses']['Rollout503'];
    };
  };
  cancelRollout: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * @description The content type may be any `+json`, in any case, with any parameters; `Content-Encoding` may only be `identity`.
     *     Numbers are read as IEEE 754 doubles.
     *
     *     Bytes that are not UTF-8 are refused with 21 where they reach the function. A body of type `application/json` reaches it as
     *     text. What the gateway puts there in place of such bytes is not documented by AWS, so the request may be taken.
     */
    requestBody: {
      content: {
        'application/json': components['schemas']['RolloutIdRequest'];
      };
    };
    responses: {
      200: components['responses']['RolloutCancel200'];
      400: components['responses']['Rollout400'];
      401: components['responses']['Rollout401'];
      403: components['responses']['Rollout403'];
      404: components['responses']['Rollout404'];
      413: components['responses']['Rollout413'];
      415: components['responses']['Rollout415'];
      429: components['responses']['Rollout429'];
      500: components['responses']['Rollout500'];
      503: components['responses']['Rollout503'];
    };
  };
}
