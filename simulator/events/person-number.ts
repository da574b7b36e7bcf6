import { isNit, matching } from '../shapes/formats.ts';

const isDui = matching(/^[0-9]{8}-?[0-9]$/);

/** Whether the number of a NIT (36) or a DUI (13, with or without its hyphen) has its form; others have none. */
export function isPersonNumber(kind: string, number: string): boolean {
  if (kind === '36') return isNit(number);
  return kind !== '13' || isDui(number);
}
