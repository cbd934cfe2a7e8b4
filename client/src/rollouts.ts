import { check, checkCallOptions, checkFirmwareId, checkObject, type CallOptions } from './arguments.ts';
import type { Operation } from './operations.ts';
import {
  ALL_ROLLOUTS,
  CANCEL_ROLLOUT,
  CREATE_ROLLOUT,
  DRY_RUN_ROLLOUT,
  PAUSE_ROLLOUT,
  RESUME_ROLLOUT,
  ROLLOUT_STATUS,
  type RolloutOperation,
} from './rollout-operations.ts';
import type {
  RolloutAnswer,
  RolloutDetail,
  RolloutDevice,
  RolloutDryRun,
  RolloutList,
  RolloutMemberState,
  RolloutRequest,
} from './rollout-types.ts';
import type { Sender } from './sender.ts';

/** The same as the service takes. */
const ROLLOUT_ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The operations on roll-outs. Each tells of a roll-out with its `result`: 0, or 1 if it was so already, 16 if there is none, 38
 * if this cannot be done with it as it is now. All may be repeated.
 */
export interface Rollouts {
  /**
   * Makes a roll-out, which then goes on by itself. `result` may also be 16 or 38 for the firmware, 41 if the id is that of another
   * request, and 17 if too many are active. A RefusalError of 7 names the `field`.
   */
  createRollout(request: RolloutRequest, options?: CallOptions): Promise<RolloutAnswer>;
  /** What would become of a roll-out now. Nothing is made. */
  dryRunRollout(request: RolloutRequest, options?: CallOptions): Promise<RolloutDryRun>;
  /** How a roll-out stands; with `state` also its devices in that state, all of them, read page after page. */
  rolloutStatus(id: string, options?: CallOptions & { readonly state?: RolloutMemberState }): Promise<RolloutAnswer>;
  /** All roll-outs, newest first. Reads page after page. */
  listRollouts(options?: CallOptions): Promise<RolloutList>;
  /** Once the answer is 0 or 1, nothing more is started by the roll-out until it is resumed. */
  pauseRollout(id: string, options?: CallOptions): Promise<RolloutAnswer>;
  /**
   * Lets a paused roll-out go on, if it is still as you saw it. After a stop this accepts what had failed by then. 38 may follow your
   * own resume if its answer was lost.
   */
  resumeRollout(id: string, version: number, options?: CallOptions): Promise<RolloutAnswer>;
  /** Once the answer is 0 or 1, nothing more is started by the roll-out. What is under way goes on. */
  cancelRollout(id: string, options?: CallOptions): Promise<RolloutAnswer>;
}

export function rollouts({ send }: Sender): Rollouts {
  return {
    createRollout: async (request, call) => create(CREATE_ROLLOUT, request, call),
    dryRunRollout: async (request, call) => create(DRY_RUN_ROLLOUT, request, call),
    pauseRollout: async (id, call) => tell(PAUSE_ROLLOUT, id, {}, call),
    cancelRollout: async (id, call) => tell(CANCEL_ROLLOUT, id, {}, call),

    async resumeRollout(id, version, call) {
      check(Number.isSafeInteger(version) && version >= 1, 'version must be an integer from 1', version);
      return tell(RESUME_ROLLOUT, id, { version }, call);
    },

    async rolloutStatus(id, call = {}) {
      checkCallOptions(call);
      const { state } = call;
      check(!('state' in call) || typeof state === 'string', 'state must be a text', state);
      const devices: RolloutDevice[] = [];
      for (let after: string | undefined; ;) {
        const { next, ...page } = await tell(ROLLOUT_STATUS, id, { state, after }, call);
        devices.push(...(page.devices ?? []));
        if (next === undefined) return { ...page, ...(page.devices && { devices }) };
        after = next;
      }
    },

    async listRollouts(call) {
      const details: RolloutDetail[] = [];
      for (let after: string | undefined; ;) {
        const { next, ...page } = await post(ALL_ROLLOUTS, ROLLOUT_STATUS.path, { after }, call);
        details.push(...page.details);
        if (next === undefined) return { ...page, details };
        after = next;
      }
    },
  };

  function create(operation: RolloutOperation, request: RolloutRequest, call?: CallOptions) {
    checkObject('the request', request);
    const { 'rollout-id': id, 'firmware-id': firmwareId, sn } = request;
    checkFirmwareId(firmwareId);
    const isList = Array.isArray(sn) && sn.length > 0 && sn.every((each) => typeof each === 'string');
    check(isList, 'sn must be a list of texts', sn);
    return tell(operation, id, request, call);
  }

  function tell({ path, on }: RolloutOperation, id: string, more: object, call?: CallOptions) {
    check(typeof id === 'string' && ROLLOUT_ID.test(id), 'rollout-id must be 1 to 64 letters, digits, _ and -', id);
    return post(on(id), path, { ...more, 'rollout-id': id }, call);
  }

  function post<Result>(operation: Operation<Result>, path: string, body: object, call: CallOptions = {}) {
    checkCallOptions(call);
    return send(operation, path, call, body);
  }
}
