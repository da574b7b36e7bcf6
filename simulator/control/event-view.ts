import type { Contingencies, JudgedContingency } from '../state/contingencies.ts';
import type { Invalidations, JudgedInvalidation } from '../state/invalidations.ts';
import type { LoteProgress, Lotes } from '../state/lotes.ts';
import { decoded } from './ledger-view.ts';

/** A contingency event as GET /_sim/events shows it. */
export interface EventRow {
  readonly state: 'sealed' | 'rejected';
  readonly codigoGeneracion: string | null;
  readonly nit: string;
  readonly ambiente: string;
  readonly sello: string | null;
  readonly judgedAt: string;
  readonly observaciones: readonly string[];
  /** ISO 8601 in UTC; null where the event was not understood. */
  readonly from: string | null;
  readonly until: string | null;
  readonly tipoContingencia: number | null;
  /** The codes of the documents that it lists, in its order. */
  readonly documents: readonly string[];
  readonly sha256: string;
}

/** An invalidation as GET /_sim/invalidations shows it. */
export interface InvalidationRow {
  readonly state: 'sealed' | 'rejected';
  readonly codigoGeneracion: string | null;
  readonly nit: string;
  readonly ambiente: string;
  /** The document that is to be invalid; null where the event was not understood. */
  readonly documento: string | null;
  readonly tipoDte: string | null;
  readonly codigoGeneracionR: string | null;
  readonly sello: string | null;
  readonly judgedAt: string;
  readonly codigoMsg: string;
  readonly descripcionMsg: string;
  readonly observaciones: readonly string[];
  readonly sha256: string;
}

/** A lote as GET /_sim/lotes shows it. */
export interface LoteRow {
  readonly codigoLote: string;
  readonly nit: string;
  readonly ambiente: string;
  readonly idEnvio: string;
  readonly receivedAt: string;
  readonly size: number;
  readonly stamped: number;
  readonly rejected: number;
  readonly documents: readonly LoteDocument[];
}

export interface LoteDocument {
  readonly index: number;
  readonly codigoGeneracion: string;
  readonly state: 'stamped' | 'rejected';
  readonly codigoMsg: string;
  readonly sha256: string;
}

export interface OwnerQuery {
  readonly nit: string | null;
  readonly state: string | null;
}

/** The events that match, oldest first. */
export function eventRows(contingencies: Contingencies, { nit, state }: OwnerQuery): readonly EventRow[] {
  return contingencies
    .all()
    .filter((event) => (nit === null || event.nit === nit) && (state === null || event.state === state))
    .map(eventRow);
}

/** Everything about the events with one code, with the sealed one decoded, else the last one judged. */
export function eventDetail(contingencies: Contingencies, codigoGeneracion: string): unknown {
  const events = contingencies.all().filter((event) => event.codigoGeneracion === codigoGeneracion);
  const shown = events.find(({ state }) => state === 'sealed') ?? events.at(-1);
  if (shown === undefined) return null;
  const submissions = events.map(eventRow);
  return { codigoGeneracion, submissions, jws: shown.jws, document: decoded(shown.jws) };
}

function eventRow(event: JudgedContingency): EventRow {
  const { state, codigoGeneracion, nit, ambiente, judgedAt, observaciones, facts, sha256 } = event;
  return {
    state,
    codigoGeneracion,
    nit,
    ambiente,
    sello: event.selloRecibido,
    judgedAt,
    observaciones,
    from: facts === null ? null : new Date(facts.startMs).toISOString(),
    until: facts === null ? null : new Date(facts.endMs).toISOString(),
    tipoContingencia: facts?.tipoContingencia ?? null,
    documents: facts?.documents.map((each) => each.codigoGeneracion) ?? [],
    sha256,
  };
}

/** The invalidations that match, oldest first. */
export function invalidationRows(
  invalidations: Invalidations,
  { nit, state }: OwnerQuery,
): readonly InvalidationRow[] {
  return invalidations
    .all()
    .filter((event) => (nit === null || event.nit === nit) && (state === null || event.state === state))
    .map(invalidationRow);
}

function invalidationRow(event: JudgedInvalidation): InvalidationRow {
  const { state, codigoGeneracion, nit, ambiente, judgedAt, sha256, facts, verdict } = event;
  const { selloRecibido, codigoMsg, descripcionMsg, observaciones } = verdict;
  return {
    state,
    codigoGeneracion,
    nit,
    ambiente,
    documento: facts?.documento ?? null,
    tipoDte: facts?.tipoDte ?? null,
    codigoGeneracionR: facts?.codigoGeneracionR ?? null,
    sello: selloRecibido,
    judgedAt,
    codigoMsg,
    descripcionMsg,
    observaciones,
    sha256,
  };
}

/** The lotes of an issuer, or of all, oldest first. */
export function loteRows(lotes: Lotes, nit: string | null): readonly LoteRow[] {
  return lotes
    .all()
    .filter((lote) => nit === null || lote.nit === nit)
    .map(loteRow);
}

function loteRow({ codigoLote, nit, ambiente, idEnvio, receivedAt, size, judged }: LoteProgress): LoteRow {
  const documents = judged.map(({ index, codigoGeneracion, type, verdict, sha256 }) => ({
    index,
    codigoGeneracion,
    state: type,
    codigoMsg: verdict.codigoMsg,
    sha256,
  }));
  const stamped = documents.filter(({ state }) => state === 'stamped').length;
  const rejected = documents.length - stamped;
  return { codigoLote, nit, ambiente, idEnvio, receivedAt, size, stamped, rejected, documents };
}
