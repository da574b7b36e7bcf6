import type { Company } from '../../core/company/company.ts';
import type { Finding } from '../../core/rehearsing/rehearse-document.ts';
import { withFindings } from '../../core/rehearsing/report.ts';
import type { CompletionReader, IncompleteCount, RehearsalStore, Rehearser } from './ports.ts';

/** What a rehearsal needs from outside. */
export interface RehearsalContext {
  readonly rehearsals: RehearsalStore;
  readonly completions: CompletionReader;
  readonly rehearser: Rehearser;
  /** Null for a company that this node must not work for. */
  readonly companies: { company(companyId: string): Promise<Company | null> };
}

/** Documents of one slice: a millisecond or two of the node, more of the database and of a thread of low priority. */
const MOST = 50;
/** Longer than any slice takes; a rehearsal whose node died goes on after that. */
const LEASE_MS = 60_000;

/** Takes the company's open rehearsal on by one slice. False where there is none that could be taken. */
export async function advanceRehearsal(context: RehearsalContext, companyId: string): Promise<boolean> {
  const { rehearsals, completions, rehearser } = context;
  const company = await context.companies.company(companyId);
  const held = company === null ? null : await rehearsals.take(companyId, LEASE_MS);
  if (company === null || held === null) return false;
  const { documents, last } = await rehearsals.slice(held, MOST);
  const setting = { company, generation: held.generation };
  const findings =
    documents.length === 0
      ? []
      : await rehearser.rehearse(documents, setting, await completions.of(companyId, company));
  await rehearsals.keep(held, {
    report: withFindings(held.report, findings),
    incomplete: countedIn(findings),
    after: last,
  });
  return true;
}

/** Whom and what the findings leave open, each once. */
function countedIn(findings: readonly Finding[]): readonly IncompleteCount[] {
  const counts = new Map<string, IncompleteCount>();
  for (const { incomplete } of findings) {
    const once = new Map(incomplete.map((one) => [`${one.of.by} ${one.of.name}`, one]));
    for (const [name, one] of once) {
      const before = counts.get(name) ?? { ...one, documents: 0 };
      const gaps = [...new Set([...before.gaps, ...one.gaps])];
      counts.set(name, { ...before, gaps, documents: before.documents + 1 });
    }
  }
  return [...counts.values()];
}
