import type { Draft } from '../../src/core/drafting/order.ts';
import type { Identity } from '../../src/core/dte/document-text.ts';
import { issuedAnswer, statusAnswer } from '../../src/http/answers.ts';
import { issuedNoteAnswer, noteStatusAnswer } from '../../src/http/note-answers.ts';
import type { IssuedNote } from '../../src/operations/credit-notes/issue-credit-note.ts';
import type { NoteStatus } from '../../src/operations/documents/get-status.ts';
import type { DocumentRecord } from '../../src/operations/documents/ports.ts';
import { exampleRecord, viewOf } from '../support/document-view.ts';
import { idOf, refOf } from '../support/identifiers.ts';
import type { GoldenNote } from './golden-note.ts';

/** What does not depend on what the authority says, or on keys and addresses of an installation. */
const ISSUED = ['posted', 'is_duplicate', 'external_ref', 'control_number', 'generation_code'] as const;
const STATUS = [
  'doc_type',
  'posted_date',
  'customer_name',
  'amount_taxable',
  'amount_vat',
  'amount_gross',
  'amount_retention',
  'amount_total',
  'amount',
  'amount_ret',
  'invalidated',
  'credit_memo_id',
];

/** What specification 2.4 adds for a note. */
const ADJUSTED = ['ccf_control_number', 'ccf_adjusted_amount', 'ccf_fully_adjusted'];

interface Issued {
  readonly externalRef: string;
  readonly draft: Draft;
  readonly identity: Identity;
}

const MAKER = {
  publicUrl: '',
  links: { proof: () => ({ mac: '', epoch: 0 }), matches: () => false, holds: async () => false },
};

/** The answers of the issuance and of GET /status for a document just issued, without what the authority decides. */
export function goldenAnswer(issued: Issued) {
  const record = recordOf(issued);
  return {
    issued: only(issuedAnswer(record, false, MAKER), ISSUED),
    status: only(statusAnswer(viewOf(record), MAKER), STATUS),
  };
}

/** The same for a note, which is the only one on its CCF. */
export function goldenNoteAnswer(issued: Issued, { mode, draft, ccf: sale }: GoldenNote) {
  const record = recordOf(issued);
  const ccf = recordOf({ externalRef: 'ccf', ...sale });
  const { documentId, state } = record;
  const ccfStanding = {
    invalidation: null,
    notes: [{ documentId, mode, state, amounts: draft.amounts, invalidation: null }],
  };
  const note: IssuedNote = { kind: 'issued', record, isDuplicate: false, ccf, standing: ccfStanding };
  const ccfView = viewOf(ccf, { standing: ccfStanding });
  const status: NoteStatus = { kind: 'status', note: viewOf(record), ccf: ccfView };
  return {
    issued: only(issuedNoteAnswer(note, null, MAKER), [...ISSUED, ...ADJUSTED]),
    status: only(noteStatusAnswer(status, MAKER), [...STATUS, ...ADJUSTED]),
    ccf_status: only(statusAnswer(ccfView, MAKER), ['invalidated']),
  };
}

function recordOf({ externalRef, draft, identity }: Issued): DocumentRecord {
  const { tipoDte, ambiente, numeroControl, codigoGeneracion, postedMs, generation } = identity;
  return exampleRecord({
    companyId: '',
    documentId: idOf(''),
    externalRef: refOf(externalRef),
    tipoDte,
    ambiente,
    numeroControl,
    codigoGeneracion,
    postedMs,
    generation,
    summary: draft.summary,
  });
}

function only(answer: object, names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, Reflect.get(answer, name)]));
}
