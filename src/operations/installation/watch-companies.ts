import type { Company } from '../../core/company/company.ts';
import { generationAt, type SchemaGeneration, TIPOS_DTE } from '../../core/dte/kinds.ts';
import { type Attention, type AttentionParts, countAttention } from '../attention/attention.ts';
import type { CompanyReader } from '../background/ports.ts';
import type { Membership } from '../users/ports.ts';

export interface WatchParts extends AttentionParts {
  readonly companies: CompanyReader;
}

/** A company as the operator sees it among the others. */
export interface WatchedCompany extends Attention {
  readonly named: Membership;
  /** In which generation its types are issued now; null for a company that this node does not work for. */
  readonly generation: SchemaGeneration | 'both' | null;
}

/** Companies that are looked at together; each takes a few short reads with its own pass. */
const AT_ONCE = 4;

/** How these companies stand, in their order. Whoever asks for many asks for a page of them. */
export async function watchCompanies(
  parts: WatchParts,
  companies: readonly Membership[],
): Promise<readonly WatchedCompany[]> {
  const watched: WatchedCompany[] = [];
  for (let start = 0; start < companies.length; start += AT_ONCE) {
    const some = companies.slice(start, start + AT_ONCE);
    watched.push(...(await Promise.all(some.map((named) => watchCompany(parts, named)))));
  }
  return watched;
}

export async function watchCompany(parts: WatchParts, named: Membership): Promise<WatchedCompany> {
  const company = await parts.companies.company(named.companyId);
  const generation = company === null ? null : generationOf(company, parts.clock.now());
  return { named, generation, ...(await countAttention(parts, named)) };
}

function generationOf(company: Company, nowMs: number): SchemaGeneration | 'both' {
  const [first = 'v1', ...others] = new Set(
    TIPOS_DTE.map((tipoDte) => generationAt(company, tipoDte, nowMs)),
  );
  return others.length === 0 ? first : 'both';
}
