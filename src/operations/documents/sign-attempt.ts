import type { Contingencia } from '../../core/dte/contingencia.ts';
import { documentText } from '../../core/dte/document-text.ts';
import type { Attempt } from '../../core/submitting/attempt.ts';
import type { IssuingContext } from './issuing-context.ts';
import type { HeldDocument, NewAttempt, SigningOutcome } from './ports.ts';

/** Signs the document under its generation code, with what it declares; nothing is kept or sent. */
export function sign(
  { signer, clock }: Pick<IssuingContext, 'signer' | 'clock'>,
  { record, draft }: HeldDocument,
  contingencia: Contingencia | null,
): Promise<SigningOutcome> {
  const identity = { companyId: record.companyId, ambiente: record.ambiente };
  return signer.sign(identity, documentText(draft, record, contingencia), clock.now());
}

/** Signed bytes of the document, as its next attempt. */
export function newAttempt(
  { record, attempts, wantedHash }: HeldDocument,
  jws: string,
  contingencia: Contingencia | null,
): NewAttempt {
  const number = (attempts.at(-1)?.number ?? 0) + 1;
  return { number, codigoGeneracion: record.codigoGeneracion, payloadHash: wantedHash, jws, contingencia };
}

/** The document once an attempt of it is on record as sent. */
export function withAttempt(document: HeldDocument, attempt: Attempt): HeldDocument {
  const { record, attempts } = document;
  return {
    ...document,
    record: { ...record, state: 'in_flight', selloRecibido: null },
    attempts: [...attempts, attempt],
  };
}
