import { abroad, municipality } from './departments.ts';

/**
 * The one pair of municipality codes whose meaning has changed: the Ministry's catalogs up to October 2025 (Sistema
 * de Transmisión 1.2) gave 10 to Cabañas Oeste and 11 to Cabañas Este; Catálogos - Facturación Electrónica V 1.1
 * (July 2026) swaps them from 2026-07-01 on.
 */
export const cabanasSwap = {
  departmentCode: '09',
  from: '2026-07-01',
  before: { '10': 'Cabañas Oeste', '11': 'Cabañas Este' },
  since: { '10': 'Cabañas Este', '11': 'Cabañas Oeste' },
} as const;

function nameBeforeSwap(code: string): string | null {
  if (code === '10' || code === '11') return cabanasSwap.before[code];
  return null;
}

/** A municipality's code as a document carries it, in its department. */
export interface MunicipalityCode {
  readonly departmentCode: string;
  readonly shortCode: string;
}

/**
 * The name that a municipality code of 2024 had on a day (`YYYY-MM-DD`), for showing documents of that day; null for
 * an unknown code. Code 00 is abroad.
 */
export function municipalityNameOn(code: MunicipalityCode, date: string): string | null {
  const { departmentCode, shortCode } = code;
  if (departmentCode === abroad.code && shortCode === abroad.code) return abroad.name;
  const swapped = departmentCode === cabanasSwap.departmentCode && date < cabanasSwap.from;
  const earlier = swapped ? nameBeforeSwap(shortCode) : null;
  return earlier ?? municipality(departmentCode, shortCode)?.name ?? null;
}
