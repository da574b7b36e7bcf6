import type { Identity } from '../../src/core/dte/identificacion.ts';
import type { Draft } from '../../src/core/issuing/draft.ts';
import { issuedAnswer, statusAnswer } from '../../src/http/answers.ts';
import type { DocumentRecord } from '../../src/operations/ports.ts';

/** What does not depend on what the authority says, or on keys and addresses of an installation. */
const ISSUED = ['posted', 'is_duplicate', 'external_ref', 'control_number', 'generation_code'] as const;
const STATUS = [
  ...['doc_type', 'posted_date', 'customer_name', 'amount_taxable', 'amount_vat', 'amount_gross'],
  ...['amount_retention', 'amount_total', 'amount', 'amount_ret', 'invalidated', 'credit_memo_id'],
];

interface Issued {
  readonly externalRef: string;
  readonly draft: Draft;
  readonly identity: Identity;
}

/** The answers of the issuance and of GET /status for a document just issued, without what the authority decides. */
export function goldenAnswer({ externalRef, draft, identity }: Issued) {
  const record: DocumentRecord = {
    ...{ companyId: '', documentId: '', externalRef, tipoDte: identity.tipoDte, ambiente: identity.ambiente },
    ...{ numeroControl: identity.numeroControl, codigoGeneracion: identity.codigoGeneracion },
    ...{ establishment: draft.establishment, pointOfSale: draft.pointOfSale, postedMs: identity.postedMs },
    ...{ state: 'stamped', generation: identity.generation, summary: draft.summary, payloadHash: '' },
    ...{ hasWanted: false, selloRecibido: null, codigoMsg: '', message: '', observaciones: [] },
  };
  const maker = { publicUrl: '', links: { token: () => '', matches: () => false } };
  return {
    issued: only(issuedAnswer(record, false, maker), ISSUED),
    status: only(statusAnswer({ record, standing: { invalidation: null, notes: [] } }, maker), STATUS),
  };
}

function only(answer: object, names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, Reflect.get(answer, name)]));
}
