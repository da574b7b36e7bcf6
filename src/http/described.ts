import { Type } from '../schema/schema.ts';

/** What answers consist of, each with its description. */
export const text = (description: string) => Type.String({ description });
export const textOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description });
export const count = (description: string) => Type.Integer({ minimum: 0, description });
