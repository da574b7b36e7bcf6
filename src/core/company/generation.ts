import type { SchemaGeneration, TipoDte } from '../dte/kinds.ts';
import type { Company } from './company.ts';

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
