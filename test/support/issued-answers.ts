import { expect } from 'vitest';
import type { TipoDte } from '../../src/core/dte/kinds.ts';

type Json = Readonly<Record<string, unknown>>;

/** A UUID as identifiers of ours are written. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** All that specification 2.1 names, for a document of this type with a seal. */
export function stampedAnswer(tipoDte: TipoDte): Json {
  return {
    success: true,
    dte_success: true,
    contingency: false,
    rejected: false,
    posted: true,
    is_duplicate: false,
    document_id: expect.stringMatching(UUID),
    external_ref: expect.any(String),
    control_number: expect.stringMatching(new RegExp(`^DTE-${tipoDte}-M001P001-\\d{15}$`)),
    generation_code: expect.stringMatching(/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/),
    reception_stamp: expect.stringMatching(/^[0-9A-Z]{40}$/),
    dte_state: '',
    dte_message: expect.any(String),
    observaciones: [],
    explanation: [],
    codigo_msg: '001',
    ticket_url: tipoDte === '01' ? linkTo('ticket') : null,
    ...(tipoDte === '05' ? {} : { invoice_url: linkTo('invoice'), json_url: linkTo('json') }),
  };
}

/** The same while the document waits for its seal. */
export function waitingAnswer(tipoDte: TipoDte): Json {
  const without = { dte_success: false, contingency: true, reception_stamp: '', codigo_msg: '' };
  return { ...stampedAnswer(tipoDte), ...without };
}

/** The same of a document that was rejected with the message 096 of the authority. */
export function rejectedAnswer(tipoDte: TipoDte): Json {
  return {
    ...stampedAnswer(tipoDte),
    success: false,
    dte_success: false,
    rejected: true,
    reception_stamp: '',
    dte_state: 'RECHAZADO',
    observaciones: [expect.any(String)],
    explanation: [expect.objectContaining({ code: '096', recognised: true })],
    codigo_msg: '096',
  };
}

function linkTo(type: string): unknown {
  return expect.stringMatching(
    new RegExp(`^https://sello\\.example\\.com/file/[0-9a-f-]{36}\\?type=${type}&token=\\S+$`),
  );
}
