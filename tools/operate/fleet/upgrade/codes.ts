import { API_STATUS, type StatusName } from '../../../../functions/domain/api-status.ts';

/** The name of a code of the API Status table; UNKNOWN_ERROR if the table does not have it. */
export function nameOf(code: number): StatusName {
  return names().find((name) => API_STATUS[name].code === code) ?? 'UNKNOWN_ERROR';
}

/** Whether a device of which the API says this has its upgrade: started now, or before. */
export function isStarted(code: number): boolean {
  return code === API_STATUS.SUCCESS.code || code === API_STATUS.REPEAT.code;
}

function names(): StatusName[] {
  return Object.keys(API_STATUS).filter((name): name is StatusName => name in API_STATUS);
}
