import type { SchemaGeneration, TipoDte } from '../dte/kinds.ts';
import type { Company } from './company.ts';

/**
 * The start of 1 December 2026 in El Salvador, from which every issuer is expected to issue in v2 (specification 9.1). Nothing
 * changes by it: each company's generations are its own setting, and the date is only warned about.
 */
export const V2_EXPECTED_MS = Date.UTC(2026, 11, 1, 6);

/**
 * The schema generation in which the company issues a document type at an instant (milliseconds since the epoch): the
 * latest entry that does not start after it.
 */
export function generationAt(company: Company, tipoDte: TipoDte, nowMs: number): SchemaGeneration {
  const entry = company.generations[tipoDte].findLast(({ fromMs }) => fromMs === null || fromMs <= nowMs);
  if (entry === undefined) throw new RangeError(`no generation of type ${tipoDte} holds since always`);
  return entry.generation;
}

/** Whether any document type of the company is, or will be, issued in v2. */
export function everIssuesV2(generations: Company['generations']): boolean {
  return Object.values(generations).some((entries) => entries.some(({ generation }) => generation === 'v2'));
}
