import type { Contingencies, JudgedContingency } from '../state/contingencies.ts';
import type { Invalidations, JudgedInvalidation } from '../state/invalidations.ts';
import type { LoteProgress, Lotes } from '../state/lotes.ts';
import { decoded } from './ledger-view.ts';

export interface OwnerQuery {
  readonly nit: string | null;
  readonly state: string | null;
}

function matches(event: JudgedContingency | JudgedInvalidation, { nit, state }: OwnerQuery): boolean {
  return (nit === null || event.nit === nit) && (state === null || event.state === state);
}

/** The events that match, oldest first, as GET /_sim/events shows them. */
export function eventRows(contingencies: Contingencies, query: OwnerQuery) {
  return contingencies
    .all()
    .filter((event) => matches(event, query))
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

function eventRow(event: JudgedContingency) {
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

export type EventRow = ReturnType<typeof eventRow>;

export type InvalidationRow = ReturnType<typeof invalidationRow>;

/** The invalidations that match, oldest first, as GET /_sim/invalidations shows them. */
export function invalidationRows(invalidations: Invalidations, query: OwnerQuery) {
  return invalidations
    .all()
    .filter((event) => matches(event, query))
    .map(invalidationRow);
}

function invalidationRow(event: JudgedInvalidation) {
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

/** The lotes of an issuer, or of all, oldest first, as GET /_sim/lotes shows them. */
export function loteRows(lotes: Lotes, nit: string | null) {
  return lotes
    .all()
    .filter((lote) => nit === null || lote.nit === nit)
    .map(loteRow);
}

function loteRow({ codigoLote, nit, ambiente, idEnvio, receivedAt, size, judged }: LoteProgress) {
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
