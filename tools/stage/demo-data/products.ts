import type { ProductType } from '../../../functions/domain/device.ts';

/** The product types of the demo fleet; the first is the main one. */
export const encoder: ProductType = { familyId: 3, modelId: 2, hardwareVersion: '1.0' };
export const encoderRevised: ProductType = { familyId: 3, modelId: 2, hardwareVersion: '2.0' };
export const decoder: ProductType = { familyId: 7, modelId: 1, hardwareVersion: '1.0' };
