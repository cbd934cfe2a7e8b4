import * as v from 'valibot';

/** The attributes that identify the product of a device or firmware. */
export const productTypeEntries = {
  familyId: v.pipe(v.number(), v.safeInteger()),
  modelId: v.pipe(v.number(), v.safeInteger()),
  hardwareVersion: v.pipe(v.string(), v.nonEmpty()),
};
