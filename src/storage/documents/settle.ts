import type { CodigoGeneracion } from '../../core/identifiers/codigo-generacion.ts';
import { silenceText } from '../../core/submitting/silence-text.ts';
import { DOCUMENT, type DocumentTrigger, stateAfter, statesBefore } from '../../core/submitting/states.ts';
import type { Lease, Settled, SettledFields, Stamping, Verdict } from '../../operations/documents/ports.ts';
import { callPhase, type PhaseItem } from '../connection/function-call.ts';
import type { Pool } from '../connection/pool.ts';
import { storable } from '../connection/storable.ts';
import { type StandingRow, toStanding } from './standing.ts';

/** A verdict with the lease under which it was earned. */
export interface Settling {
  readonly lease: Lease;
  readonly verdict: Verdict;
}

interface SettledRow {
  readonly place: number;
  readonly generation_code: CodigoGeneracion;
  readonly message: string;
  readonly has_wanted: boolean;
  /** What a note leaves of its CCF; null for other types. */
  readonly ccf_standing: StandingRow | null;
}

/**
 * Phase 4: writes each verdict, closes its attempt, notes the event, queues the messages that tell of it and ends the
 * lease, all in one transaction. Null for those whose lease is no longer theirs. `installationMails`: whether there is a
 * mail server for every company.
 */
export async function settleDocuments(
  pool: Pool,
  settlings: readonly Settling[],
  installationMails: boolean,
): Promise<readonly { readonly settled: Settled | null }[]> {
  const phase = { name: 'settle_documents', more: { text: ', $4', values: [installationMails] } };
  const rows = await callPhase<SettledRow>(pool, phase, settlings.map(itemOf));
  const found = new Map(rows.map((row) => [row.place, row]));
  return settlings.map(({ verdict }, place) => {
    const row = found.get(place);
    return { settled: row === undefined ? null : settledOf(verdict, row) };
  });
}

const TRIGGERS: Readonly<Record<Verdict['kind'], DocumentTrigger>> = {
  stamped: 'stamp',
  rejected: 'reject',
  silence: 'silence',
};

/** What a verdict has to say to the recipients; a rejection concerns nobody but the issuer. */
const MESSAGES = { stamped: 'stamped', silence: 'contingency', rejected: null } as const;

/** A stamp for other data than the caller wanted last drops those data, visibly. */
const NEW_DATA_DROPPED = 'El documento ya estaba sellado; los datos nuevos no se aplicaron.';

function stampingAfter(verdict: Verdict): Stamping {
  const state = stateAfter(DOCUMENT, TRIGGERS[verdict.kind]);
  if (verdict.kind === 'stamped') return { state: 'stamped', selloRecibido: verdict.stamp.selloRecibido };
  if (state === 'stamped') throw new Error(`nothing is stamped by ${verdict.kind}`);
  return { state, selloRecibido: null };
}

function itemOf({ lease, verdict }: Settling): PhaseItem {
  const { messageCode, message, observations } = wordsOf(verdict);
  const common = {
    document_id: lease.documentId,
    fence: lease.fence,
    state_before: statesBefore(DOCUMENT, TRIGGERS[verdict.kind]),
    state: stateAfter(DOCUMENT, TRIGGERS[verdict.kind]),
    message_code: messageCode,
    message,
    observations,
    mail_kind: MESSAGES[verdict.kind],
  };
  const fields = { ...common, ...fieldsOfKind(verdict, { message, message_code: messageCode }) };
  const text = verdict.kind === 'silence' ? '' : storable(verdict.raw.body);
  return { companyId: lease.companyId, fields, text };
}

function fieldsOfKind(verdict: Verdict, said: Readonly<Record<string, string>>) {
  switch (verdict.kind) {
    case 'stamped':
      return {
        attempt: verdict.attempt,
        outcome: verdict.kind,
        reception_stamp: verdict.stamp.selloRecibido,
        processed_at: verdict.stamp.fhProcesamiento === null ? null : storable(verdict.stamp.fhProcesamiento),
        message_if_wanted: NEW_DATA_DROPPED,
        answer_status: verdict.raw.status,
      };
    case 'rejected':
      return {
        attempt: verdict.attempt,
        outcome: verdict.kind,
        answer_status: verdict.raw.status,
        event: verdict.kind,
        event_detail: said,
      };
    case 'silence':
      return {
        retry_ms: verdict.retryMs,
        event: verdict.kind,
        event_detail: { ...said, reason: storable(verdict.reason) },
      };
  }
}

/** What the authority wrote, as a column can hold it: a verdict must not be lost over a character. */
function wordsOf(verdict: Verdict) {
  switch (verdict.kind) {
    case 'stamped': {
      const { codigoMsg, descripcionMsg, observaciones } = verdict.stamp;
      const message = [descripcionMsg, ...observaciones].join(' ');
      return { messageCode: storable(codigoMsg), message: storable(message), observations: [] };
    }
    case 'rejected': {
      const { codigoMsg, descripcionMsg, observaciones } = verdict.rejection;
      return {
        messageCode: storable(codigoMsg),
        message: storable(descripcionMsg),
        observations: observaciones.map(storable),
      };
    }
    case 'silence':
      return {
        messageCode: '',
        message: silenceText('document', verdict.cause === 'sign_in_refused'),
        observations: [],
      };
  }
}

function settledOf(verdict: Verdict, row: SettledRow): Settled {
  const { ccf_standing: standing } = row;
  return { fields: fieldsOf(verdict, row), ccfStanding: standing === null ? null : toStanding(standing) };
}

function fieldsOf(verdict: Verdict, row: SettledRow): SettledFields {
  const { messageCode, observations } = wordsOf(verdict);
  return {
    ...stampingAfter(verdict),
    codigoGeneracion: row.generation_code,
    codigoMsg: messageCode,
    message: row.message,
    observaciones: observations,
    hasWanted: row.has_wanted,
  };
}
