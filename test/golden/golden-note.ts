import { Ajv } from 'ajv';
import { classifiedLines, draftNote } from '../../src/core/adjusting/draft-note.ts';
import { readIssuedCcf } from '../../src/core/adjusting/issued-ccf.ts';
import type { NoteMode } from '../../src/core/adjusting/standing.ts';
import type { Company } from '../../src/core/company/company.ts';
import { draftOrder } from '../../src/core/drafting/draft-order.ts';
import type { NoteDraft } from '../../src/core/drafting/nota-credito-draft.ts';
import type { Draft, Order } from '../../src/core/drafting/order.ts';
import { documentText, type Identity } from '../../src/core/dte/document-text.ts';
import type { SchemaGeneration } from '../../src/core/dte/kinds.ts';
import { segmentOf } from '../../src/core/identifiers/official.ts';
import { noteOf } from '../../src/requests/credit-memo/note-of.ts';
import { CreditMemoBodySchema } from '../../src/requests/credit-memo/schema.ts';
import { type Static, Type } from '../../src/schema/schema.ts';
import type { GivenBack } from '../oracle/net-arithmetic.ts';
import { countDecimals } from '../support/decimal-keyword.ts';
import { codeOf, controlNumberOf } from '../support/identifiers.ts';
import { readInvoice } from './golden-orders.ts';

/** The request of a case of type 05: the CCF as it was issued, and the body of POST /credit-memo (specification 2.3). */
const NoteCaseSchema = Type.Object(
  {
    ccf: Type.Unknown(),
    /** The note's own unless told. */
    ccf_generation: Type.Optional(Type.Enum(['v1', 'v2'])),
    credit_memo: CreditMemoBodySchema,
  },
  { additionalProperties: false },
);
type NoteCase = Static<typeof NoteCaseSchema>;

const isNoteCase = countDecimals(new Ajv({ strict: false })).compile<NoteCase>(NoteCaseSchema);

/** The CCF of every note was issued under this code on 10 November 2026. */
const CCF = {
  codigoGeneracion: codeOf('CCF03CCF-0000-4000-8000-000000000003'),
  postedMs: Date.UTC(2026, 10, 10, 16),
};

interface Setting {
  readonly company: Company;
  readonly generation: SchemaGeneration;
}

/** A note, its CCF, and what an arithmetic of another kind needs to know of both. */
export interface GoldenNote {
  readonly externalRef: string;
  readonly draft: NoteDraft;
  readonly mode: NoteMode;
  readonly givenBack: GivenBack;
  readonly ccf: { readonly draft: Draft; readonly identity: Identity };
}

/** Reads the case of a note as the interface does: from the CCF as it was signed. Throws where it is refused. */
export function readNote(body: unknown, { company, generation }: Setting): GoldenNote {
  if (!isNoteCase(body)) throw new Error(JSON.stringify(isNoteCase.errors));
  const { externalRef, order } = readInvoice(body.ccf);
  const { mode, lines, observations, ccf: sent } = noteOf(body.credit_memo);
  if (sent !== externalRef) throw new Error('the note is on another document');
  const sale = signedCcf(order, { company, generation: body.ccf_generation ?? generation });
  const ccf = readIssuedCcf(documentText(sale.draft.text, sale.identity));
  const given = mode === 'lines' ? classifiedLines(lines, ccf) : null;
  const terms = { company, place: sale.draft, ccf, lines: given, observations };
  const drafting = draftNote(terms, generation);
  if (drafting.kind === 'problems') throw new Error(JSON.stringify(drafting.problems));
  const { ivaRete, ivaPerci } = ccf.totals;
  return {
    externalRef: body.credit_memo.external_ref ?? '',
    draft: drafting,
    mode,
    ccf: sale,
    givenBack: {
      lines: given ?? order.lines,
      adjusted: { carriedRetention: ivaRete > 0n, carriedPerception: ivaPerci > 0n },
    },
  };
}

function signedCcf(order: Order, { company, generation }: Setting): GoldenNote['ccf'] {
  const draft = draftOrder(order, { company, generation, place: null });
  if (draft.kind === 'problems') throw new Error(JSON.stringify(draft.problems));
  const numeroControl = controlNumberOf(`DTE-03-${segmentOf(draft)}-000000000000003`);
  const { ambiente } = company;
  return { draft, identity: { ...CCF, tipoDte: '03', generation, ambiente, numeroControl } };
}
