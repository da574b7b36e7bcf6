import { readPlainJson } from '../exact/json.ts';
import { payloadText, splitJws } from '../signature/jws.ts';
import type { Arrival, Ledger, LedgerEntry } from '../state/ledger.ts';

/** A document as GET /_sim/ledger shows it; what the authority did not learn is null. */
export interface LedgerRow {
  readonly state: 'stamped' | 'rejected' | 'received';
  readonly codigoGeneracion: string;
  readonly nit: string | null;
  readonly ambiente: string | null;
  readonly tipoDte: string | null;
  readonly version: number | null;
  readonly numeroControl: string | null;
  readonly fecEmi: string | null;
  /** The total as the document prints it. */
  readonly montoTotal: string | null;
  readonly sello: string | null;
  readonly stampedAt: string | null;
  readonly judgedAt: string | null;
  readonly codigoMsg: string | null;
  readonly clasificaMsg: string | null;
  readonly descripcionMsg: string | null;
  readonly observaciones: readonly string[];
  /** SHA-256 of the JWS, hexadecimal. */
  readonly sha256: string;
  /** The lote in which it came, and the contingency event that lists it; null for neither. */
  readonly codigoLote: string | null;
  readonly evento: string | null;
  /** How often these bytes arrived since the simulator started. */
  readonly timesReceived: number;
}

export interface LedgerQuery {
  readonly nit: string | null;
  readonly state: string | null;
  readonly codigoGeneracion: string | null;
}

/** The documents that match, oldest first; those only received come last. */
export function ledgerRows(ledger: Ledger, query: LedgerQuery): readonly LedgerRow[] {
  const unjudged = new Map(ledger.arrivals().map((arrival) => [keyOf(arrival), arrival]));
  const rows: LedgerRow[] = [];
  for (const entry of ledger.entries()) {
    rows.push(judgedRow(entry, unjudged.get(keyOf(entry))?.times ?? 0));
    unjudged.delete(keyOf(entry));
  }
  const all = [...rows, ...[...unjudged.values()].map(receivedRow)];
  return all.filter((row) => matches(row, query));
}

function keyOf({ codigoGeneracion, sha256 }: Pick<Arrival, 'codigoGeneracion' | 'sha256'>): string {
  return `${codigoGeneracion}|${sha256}`;
}

function matches(row: LedgerRow, query: LedgerQuery): boolean {
  const wanted = [
    [query.nit, row.nit],
    [query.state, row.state],
    [query.codigoGeneracion, row.codigoGeneracion],
  ] as const;
  return wanted.every(([asked, actual]) => asked === null || asked === actual);
}

function judgedRow(entry: LedgerEntry, timesReceived: number): LedgerRow {
  const { state, codigoGeneracion, nit, ambiente, judgedAt, sha256, facts, verdict } = entry;
  const { codigoMsg, clasificaMsg, descripcionMsg, observaciones } = verdict;
  return {
    state,
    codigoGeneracion,
    nit,
    ambiente,
    tipoDte: facts?.tipoDte ?? null,
    version: facts?.version ?? null,
    numeroControl: facts?.numeroControl ?? null,
    fecEmi: facts?.fecEmi ?? null,
    montoTotal: facts?.montoTotal ?? null,
    codigoLote: entry.lote?.codigoLote ?? null,
    evento: entry.evento ?? null,
    sello: verdict.selloRecibido,
    stampedAt: state === 'stamped' ? judgedAt : null,
    judgedAt,
    codigoMsg,
    clasificaMsg,
    descripcionMsg,
    observaciones,
    sha256,
    timesReceived,
  };
}

function receivedRow({ codigoGeneracion, nit, sha256, times }: Arrival): LedgerRow {
  const unread = { tipoDte: null, version: null, numeroControl: null, fecEmi: null, montoTotal: null };
  const alone = { codigoLote: null, evento: null };
  const unjudged = { codigoMsg: null, clasificaMsg: null, descripcionMsg: null, observaciones: [] };
  const seen = { sello: null, stampedAt: null, judgedAt: null, timesReceived: times };
  return {
    state: 'received',
    codigoGeneracion,
    nit,
    ambiente: null,
    ...unread,
    ...alone,
    ...unjudged,
    ...seen,
    sha256,
  };
}

/** Everything about one code: what was sent under it, and the stamped document, else the last one judged. */
export async function ledgerDetail(ledger: Ledger, codigoGeneracion: string): Promise<unknown> {
  const submissions = ledgerRows(ledger, { codigoGeneracion, nit: null, state: null });
  if (submissions.length === 0) return null;
  const judged = ledger.entries().filter((entry) => entry.codigoGeneracion === codigoGeneracion);
  const shown = judged.find((entry) => entry.state === 'stamped') ?? judged.at(-1);
  const jws = shown === undefined ? null : await ledger.jwsOf(shown);
  return { codigoGeneracion, submissions, jws, document: jws === null ? null : decoded(jws) };
}

/** What a signed text says; null where it cannot be read. */
export function decoded(text: string): unknown {
  const jws = splitJws(text);
  const payload = jws === null ? null : payloadText(jws);
  return payload === null ? null : (readPlainJson(payload) ?? null);
}
