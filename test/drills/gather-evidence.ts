import { setTimeout as sleep } from 'node:timers/promises';
import type { Evidence, KeptDocument, Sale } from './judge.ts';
import { broken, unless, type Violation } from './options.ts';
import type { Rig } from './rig.ts';

type Row = Readonly<Record<string, unknown>>;

const DOCUMENTS = `
  SELECT d.company_id, d.external_ref, d.document_id, d.state, d.control_number, d.generation_code,
         d.reception_stamp, encode(a.jws_sha256, 'hex') AS sha256
  FROM documents d LEFT JOIN attempts a
    ON a.company_id = d.company_id AND a.document_id = d.document_id AND a.attempt = d.stamped_attempt`;

/** Everything the judge needs, once nothing moves any more. */
export async function gatherEvidence(rig: Rig, sales: readonly Sale[]): Promise<Evidence> {
  const nits = new Map(rig.companies.map(({ companyId, nit }) => [companyId, nit]));
  const rows = await rig.postgres.sql(DOCUMENTS);
  const givenUp = await rig.postgres.sql(
    'SELECT company_id, right(control_number, 15)::int AS number FROM given_up_numbers',
  );
  const series = await rig.postgres.sql('SELECT company_id, last_number::int AS last FROM series');
  return {
    sales,
    documents: rows.map((row) => documentOf(row, nits)),
    givenUp: givenUp.map((row) => ({ companyId: String(row['company_id']), number: Number(row['number']) })),
    lastNumbers: new Map(series.map((row) => [String(row['company_id']), Number(row['last'])])),
    ledger: await rig.ledger(),
  };
}

function documentOf(row: Row, nits: ReadonlyMap<string, string>): KeptDocument {
  const text = (name: string) => String(row[name]);
  const textOrNull = (name: string) => (row[name] === null ? null : text(name));
  const companyId = text('company_id');
  return {
    companyId,
    nit: nits.get(companyId) ?? '',
    ref: text('external_ref'),
    documentId: text('document_id'),
    state: text('state'),
    numeroControl: text('control_number'),
    codigoGeneracion: text('generation_code'),
    sello: textOrNull('reception_stamp'),
    sha256: textOrNull('sha256'),
  };
}

/** The number that a query answers. */
export async function numberOf({ postgres }: Rig, query: string): Promise<number> {
  const [row = {}] = await postgres.sql(query);
  return Number(Object.values(row)[0]);
}

/** Documents without a stamp. */
export const OPEN = "SELECT count(*)::int FROM documents WHERE state <> 'stamped'";
export const countOpen = (rig: Rig): Promise<number> => numberOf(rig, OPEN);

const POLL_MS = 100;

/** Documents that only a caller brings on, rejected or put aside, are not waited for: the judge tells of them. */
const MOVING =
  "SELECT count(*)::int FROM documents WHERE state NOT IN ('stamped', 'rejected') AND put_aside_at IS NULL";

/** Waits until every document has its verdict; answers the milliseconds it took, or null where it took too long. */
export async function untilSettled(rig: Rig, patienceMs: number): Promise<number | null> {
  const started = performance.now();
  while ((await numberOf(rig, MOVING)) > 0) {
    if (performance.now() - started > patienceMs) return null;
    await sleep(POLL_MS);
  }
  return performance.now() - started;
}

/** Whether `sello doctor` finds no problem, and says these words. */
export async function examine(rig: Rig, words: string): Promise<readonly Violation[]> {
  try {
    const told = JSON.stringify(await rig.sello(['doctor']));
    return unless(told.includes(words), `doctor does not say: ${words}`, told);
  } catch (error) {
    const { stdout }: { readonly stdout?: unknown } = Object(error);
    return broken('doctor sees a problem', [String(stdout ?? error)]);
  }
}
