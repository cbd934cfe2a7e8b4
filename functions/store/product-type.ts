import * as v from 'valibot';

/** The attributes of a device or firmware item that say which product it is. */
export const productTypeEntries = {
  familyId: v.pipe(v.number(), v.safeInteger()),
  modelId: v.pipe(v.number(), v.safeInteger()),
  hardwareVersion: v.pipe(v.string(), v.nonEmpty()),
};
