import { expect, test } from '@jest/globals';
import { API_STATUS } from '../../../../functions/domain/api-status.ts';

test('Codes and their HTTP statuses are what callers were promised', () => {
  expect(API_STATUS).toEqual({
    SUCCESS: { code: 0, http: 200 },
    REPEAT: { code: 1 },
    TRY_AGAIN: { code: 4, http: 503 },
    UNKNOWN_ERROR: { code: 6, http: 500 },
    INVALID_ARG: { code: 7, http: 400 },
    UNSUPPORTED: { code: 9, http: 415 },
    DEVICE_BUSY: { code: 11 },
    DEVICE_LOST: { code: 12 },
    NOT_EXIST: { code: 16, http: 404 },
    TOO_MANY: { code: 17, http: 400 },
    TOO_LARGE: { code: 18, http: 413 },
    FORMAT_ERROR: { code: 21, http: 400 },
    DEVICE_TYPE_ERROR: { code: 24 },
    NOT_PERMITTED: { code: 31, http: 403 },
    NOT_LOGGED_IN: { code: 37, http: 401 },
    WRONG_STATE: { code: 38, http: 409 },
    CONSTRAINT_VIOLATION: { code: 41, http: 409 },
  });
});
