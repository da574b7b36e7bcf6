import type { Company } from '../../core/company/company.ts';
import { type SchemaGeneration, TIPOS_DTE, type TipoDte } from '../../core/dte/kinds.ts';
import type { CompanyRegistry } from '../companies/ports.ts';
import type { RehearsalReader } from './ports.ts';

/** A change of generation that some of a company's documents would not have survived. */
export interface UnfitChange {
  readonly generation: SchemaGeneration;
  /** How many of the types that change the last rehearsal found impossible. */
  readonly documents: number;
}

/** What the last rehearsal says against the generations that the company would change to, now or later; null for nothing. */
export async function unfitChange(
  parts: { readonly companies: Pick<CompanyRegistry, 'bySlug'>; readonly rehearsals: RehearsalReader },
  after: Company,
): Promise<UnfitChange | null> {
  const { companies, rehearsals } = parts;
  const stored = await companies.bySlug(after.slug);
  if (stored === null) return null;
  for (const generation of ['v1', 'v2'] as const) {
    const types = TIPOS_DTE.filter(
      (tipoDte) => issues(after, tipoDte, generation) && !issues(stored.company, tipoDte, generation),
    );
    const rehearsal = types.length === 0 ? null : await rehearsals.latest(stored.companyId, generation);
    const { report } = rehearsal ?? { report: null };
    const documents = types.reduce((sum, type) => sum + (report?.byType[type].impossible ?? 0), 0);
    if (documents > 0) return { generation, documents };
  }
  return null;
}

/** The generation of the last entry is the one that the type ends up in. */
function issues({ generations }: Company, tipoDte: TipoDte, generation: SchemaGeneration): boolean {
  return generations[tipoDte].at(-1)?.generation === generation;
}
