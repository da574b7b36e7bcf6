import type { CodigoGeneracion } from '../../core/identifiers/official.ts';
import { NUMBER_IN_DOUBT } from '../../core/submitting/doubt.ts';
import { silenceText } from '../../core/submitting/silence-text.ts';
import { DOCUMENT, type DocumentTrigger, stateAfter, statesBefore } from '../../core/submitting/states.ts';
import type { Rejection } from '../../operations/authority/ports.ts';
import type { DeliveryKind } from '../../operations/deliveries/ports.ts';
import type {
  KeptRejection,
  Lease,
  Settled,
  SettledFields,
  Stamping,
  Verdict,
} from '../../operations/documents/ports.ts';
import { callPhase, type PhaseItem, storable } from '../connection/function-call.ts';
import type { Pool } from '../connection/pool.ts';
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
  const phase = { name: 'settle_documents', more: { text: ', $6', values: [installationMails] } };
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
  doubted: 'doubt',
  silence: 'silence',
};

/** What a verdict has to say: a rejection to its issuer, where that wants to know, and anything else to the recipients. */
const MESSAGES = { stamped: 'stamped', silence: 'contingency', rejected: 'rejected' } as const;

/** A rejection that may not hold is mailed to nobody before it does: it may yet turn out to be stamped. */
function mailKindOf(verdict: Verdict): DeliveryKind | null {
  if (verdict.kind !== 'doubted') return MESSAGES[verdict.kind];
  return verdict.doubt.about === 'copy' ? null : MESSAGES.silence;
}

/** A stamp for other data than the caller wanted last drops those data, visibly. */
const NEW_DATA_DROPPED = 'El documento ya estaba sellado; los datos nuevos no se aplicaron.';

function stampingAfter(verdict: Verdict): Stamping {
  const isTold = verdict.kind === 'doubted' && verdict.doubt.about === 'copy';
  const state = stateAfter(DOCUMENT, isTold ? 'reject' : TRIGGERS[verdict.kind]);
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
    mail_kind: mailKindOf(verdict),
  };
  const said = { message, message_code: messageCode, observations };
  const fields = { ...common, ...fieldsOfKind(verdict, said) };
  const text = 'raw' in verdict ? storable(verdict.raw.body) : '';
  return { companyId: lease.companyId, fields, text };
}

function fieldsOfKind(verdict: Verdict, said: Readonly<Record<string, string | readonly string[]>>) {
  switch (verdict.kind) {
    case 'stamped':
      return {
        attempt: verdict.attempt,
        outcome: verdict.kind,
        reception_stamp: verdict.stamp.selloRecibido,
        processed_at: verdict.stamp.fhProcesamiento === null ? null : storable(verdict.stamp.fhProcesamiento),
        message_if_wanted: NEW_DATA_DROPPED,
        answer_status: verdict.raw.status,
        ...(verdict.isFound === true && {
          event: 'found',
          event_detail: { attempt: verdict.attempt, found: true, ...(verdict.doubt && { in_doubt: true }) },
        }),
      };
    case 'rejected':
      return {
        attempt: verdict.attempt,
        outcome: verdict.kind,
        answer_status: verdict.raw.status,
        event: verdict.kind,
        event_detail: said,
      };
    case 'doubted':
      return {
        retry_ms: verdict.retryMs,
        doubt: storableDoubt(verdict.doubt),
        ...(verdict.doubt.about === 'copy' && { answered: verdict.doubt.attempt }),
        event: verdict.doubt.about === 'copy' ? 'rejected' : 'number_in_doubt',
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
    case 'rejected':
      return wordsOfRejection(verdict.rejection);
    case 'doubted':
      return verdict.doubt.about === 'copy'
        ? wordsOfRejection(verdict.doubt.rejection)
        : { messageCode: '', message: NUMBER_IN_DOUBT, observations: [] };
    case 'silence':
      return {
        messageCode: '',
        message: silenceText('document', verdict.cause === 'sign_in_refused'),
        observations: [],
      };
  }
}

function wordsOfRejection({ codigoMsg, descripcionMsg, observaciones }: Rejection) {
  return {
    messageCode: storable(codigoMsg),
    message: storable(descripcionMsg),
    observations: observaciones.map(storable),
  };
}

/** The rejection as it is kept, so that it can be pronounced later as it came. */
function storableDoubt({ rejection, raw, ...doubt }: KeptRejection): KeptRejection {
  const {
    messageCode: codigoMsg,
    message: descripcionMsg,
    observations: observaciones,
  } = wordsOfRejection(rejection);
  const clasificaMsg = rejection.clasificaMsg === null ? null : storable(rejection.clasificaMsg);
  return {
    ...doubt,
    rejection: { codigoMsg, clasificaMsg, descripcionMsg, observaciones },
    raw: { ...raw, body: storable(raw.body) },
  };
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
