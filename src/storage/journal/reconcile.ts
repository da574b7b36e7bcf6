import { DAY_MS, HOUR_MS } from '../../core/calendar/spans.ts';
import type { NumeroControl } from '../../core/identifiers/official.ts';
import type { Reconciled, ReconcileRequest } from '../../operations/installation/reconcile-ports.ts';
import type { Pool } from '../connection/pool.ts';
import { query } from '../connection/transaction.ts';
import { agree, readLogStanding, setDoubt } from '../log/agreement.ts';
import type { SeenLog } from '../log/position-file.ts';
import type { JournaledDocument } from './fold.ts';
import { putBack } from './put-back.ts';
import { findJournals, isSince, readJournal } from './read-journals.ts';

const DOUBT_DAYS = 30;
/** As far as for nodes that number. */
const CLOCK_TOLERANCE_MS = 5_000;
/** Clocks of nodes and database are no further apart. */
const SKEW_MS = HOUR_MS;
/** A document gets another code a day after a rejection at the earliest; nobody goes on for so long. */
const MOST_CODES = 32;

/**
 * Makes a database that has forgotten something whole again as far as journals tell, and agrees that its history goes on
 * from there. The pools act as `sello_operator` and `sello_service`.
 */
export async function reconcile(
  pools: { readonly operator: Pool; readonly service: Pool },
  { folders, skip, days, leaseMs }: ReconcileRequest,
): Promise<Reconciled> {
  const { files, positions } = await findJournals(folders);
  const standing = await standingFor(pools.service, positions);
  if (standing.obstacle === null) {
    if (days !== null) await setDoubt(pools.operator, days);
    return { kind: 'nothing', doubtUntilMs: (await readLogStanding(pools.service, null)).doubtUntilMs };
  }
  const { obstacle, clockAheadMs } = standing;
  if (Math.abs(clockAheadMs) > CLOCK_TOLERANCE_MS) return { kind: 'clocks_apart', clockAheadMs };
  const nodes = standing.nodes
    .map(({ node }) => node)
    .filter((node) => !positions.some((one) => one.node === node));
  if (skip === null && (nodes.length > 0 || files.length === 0))
    return { kind: 'journals_missing', obstacle, nodes };
  const sinceMs = Math.min(...standing.nodes.map(({ keptMs }) => keptMs)) - SKEW_MS;
  const dayCount = Math.ceil((Date.now() - (Number.isFinite(sinceMs) ? sinceMs : 0)) / DAY_MS);
  const codes = Math.min(MOST_CODES, dayCount + 1);
  const told = await putAllBack(pools, { files, sinceMs: Number.isFinite(sinceMs) ? sinceMs : 0, codes });
  const epoch = positions
    .map((one) => one.epoch ?? '0')
    .reduce((a, b) => (BigInt(a) > BigInt(b) ? a : b), '0');
  const moved = await agree(pools.operator, {
    epoch,
    skip: skip ?? 0,
    days: days ?? DOUBT_DAYS,
    codes,
    leaseMs,
  });
  return { kind: 'reconciled', obstacle, ...told, moved, codes };
}

/** What of the positions in this folder the database has forgotten; null where it has forgotten nothing. */
export async function forgottenIn(service: Pool, folder: string): Promise<string | null> {
  const { positions } = await findJournals([folder]);
  return (await standingFor(service, positions)).obstacle;
}

/** The first node's objection; that of the database itself where no node has one. */
async function standingFor(pool: Pool, positions: readonly SeenLog[]) {
  for (const seen of positions) {
    const standing = await readLogStanding(pool, seen);
    if (standing.obstacle !== null) return standing;
  }
  return readLogStanding(pool, null);
}

async function putAllBack(
  { operator, service }: { readonly operator: Pool; readonly service: Pool },
  wanted: { readonly files: readonly string[]; readonly sinceMs: number; readonly codes: number },
) {
  const { files, sinceMs, codes } = wanted;
  const { rows } = await query<{ readonly company_id: string }>(operator, {
    text: 'SELECT company_id FROM companies',
  });
  const companies = new Set(rows.map(({ company_id }) => company_id));
  const conflicts: NumeroControl[] = [];
  const restored = new Set<string>();
  let [journals, unreadableLines, lost] = [0, 0, 0];
  let orphans: readonly JournaledDocument[] = [];
  for (const file of files) {
    if (!(await isSince(file, sinceMs))) continue;
    const { byCompany, unreadable } = await readJournal(file);
    journals += 1;
    unreadableLines += unreadable;
    const strangers = [...byCompany].filter(([companyId]) => !companies.has(companyId));
    lost += strangers.reduce((total, [, documents]) => total + documents.length, 0);
    for (const [companyId, own] of byCompany) {
      if (!companies.has(companyId)) continue;
      const result = await putBack(service, companyId, { documents: own, codes });
      for (const one of result.restored) restored.add(one);
      conflicts.push(...result.conflicts);
      orphans = [...orphans, ...result.orphans];
    }
  }
  // Their beginning stood in a journal that was read after theirs.
  for (const [companyId, documents] of Map.groupBy(orphans, (one) => one.companyId)) {
    const result = await putBack(service, companyId, { documents, codes });
    for (const one of result.restored) restored.add(one);
    lost += result.orphans.length;
  }
  return { restored: restored.size, journals, unreadableLines, conflicts, lost };
}
