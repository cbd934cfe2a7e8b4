import { isUncertain } from '../code-of.ts';
import type { Rule } from '../facts.ts';
import { toldAsk } from '../told.ts';

/**
 * Without faults every request is answered, none with a 5xx, and no device is told 4: neither if there never were any,
 * nor when they are over.
 */
export const certainWithoutFaults: Rule = ({ history }) =>
  history.asks
    .filter(({ faultless }) => faultless)
    .flatMap((ask) =>
      ask.sns
        .filter((sn) => isUncertain(ask, sn) || (ask.answer?.status ?? 0) >= 500)
        .map((sn) => ({ rule: 'certain without faults', sn, what: toldAsk(ask, sn) })),
    );
