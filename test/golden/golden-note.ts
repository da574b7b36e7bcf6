import { Ajv } from 'ajv';
import { type Static, Type } from 'typebox';
import type { Company } from '../../src/core/company/company.ts';
import type { SchemaGeneration } from '../../src/core/dte/kinds.ts';
import { readContribuyente } from '../../src/core/issuing/contribuyente.ts';
import { draftCreditoFiscal } from '../../src/core/issuing/credito-fiscal-draft.ts';
import type { DraftContext } from '../../src/core/issuing/draft.ts';
import { readIssuer } from '../../src/core/issuing/issuer.ts';
import type { NotaCreditoOrder } from '../../src/core/issuing/nota-credito-draft.ts';
import type { Order, OrderLine } from '../../src/core/issuing/order.ts';
import type { Problem } from '../../src/core/refusals/problem.ts';
import { countDecimals } from '../support/decimal-keyword.ts';
import { readInvoice } from './golden-orders.ts';

const LineSchema = Type.Object({
  description: Type.String(),
  quantity: Type.Number(),
  unit_price: Type.Number(),
  discount_percentage: Type.Optional(Type.Number()),
});

/** The request of a case of type 05: the CCF as it was issued, and the body of POST /credit-memo (specification 2.3). */
const NoteCaseSchema = Type.Object(
  {
    ccf: Type.Unknown(),
    credit_memo: Type.Object(
      {
        document_id: Type.String(),
        external_ref: Type.String(),
        full_adjustment: Type.Optional(Type.Boolean()),
        lines: Type.Optional(Type.Array(LineSchema)),
        observations: Type.Optional(Type.String()),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
type NoteCase = Static<typeof NoteCaseSchema>;

const isNoteCase = countDecimals(new Ajv({ strict: false })).compile<NoteCase>(NoteCaseSchema);

/** The CCF of every note was issued under this code on this day. */
const CCF = { codigoGeneracion: 'CCF03CCF-0000-4000-8000-000000000003', fechaEmision: '2026-11-10' };

interface Setting {
  readonly company: Company;
  readonly generation: SchemaGeneration;
}

/** Reads the case of a note: its parties and what was retained are those of the CCF. */
export function readNote(body: unknown, setting: Setting) {
  if (!isNoteCase(body)) throw new Error(JSON.stringify(isNoteCase.errors));
  const { externalRef, order } = readInvoice(body.ccf);
  const { credit_memo: memo } = body;
  if (memo.document_id !== externalRef) throw new Error('the note is on another document');
  const note: NotaCreditoOrder = {
    ...partiesOf(order, { ...setting, place: null }),
    adjusted: { ...CCF, ...carriedBy(order, { ...setting, place: null }) },
    lines: memo.lines === undefined ? order.lines : memo.lines.map(lineOf),
    transactionCondition: order.transactionCondition,
    observations: memo.observations ?? null,
  };
  return { externalRef: memo.external_ref, note };
}

function lineOf(line: Static<typeof LineSchema>): OrderLine {
  return {
    description: line.description,
    quantity: line.quantity,
    unitPrice: line.unit_price,
    discountPercentage: line.discount_percentage ?? 0,
    ...{ code: null, unit: '99', itemType: 1, saleType: 'taxed', isService: false },
  };
}

function partiesOf(order: Order, context: DraftContext) {
  const problems: Problem[] = [];
  const issuer = readIssuer(order, context, problems);
  const { company, generation } = context;
  const receptor =
    order.customer === null
      ? null
      : readContribuyente(order.customer, {
          ...{ path: 'customer', generation, problems },
          issuerTerritory: issuer?.establishment.address ?? company.address,
          fallbackEmail: company.delivery.fallbackEmail ?? company.email,
        });
  if (issuer === null || receptor === null) throw new Error(JSON.stringify(problems));
  return { issuer, receptor };
}

/** What was retained or perceived on the CCF, as its own document says. */
function carriedBy(order: Order, context: DraftContext) {
  const drafting = draftCreditoFiscal(order, context);
  if (drafting.kind === 'problems') throw new Error(JSON.stringify(drafting.problems));
  const { amountGross, amountRetention, amountTotal } = drafting.summary;
  return {
    carriedRetention: Number(amountRetention) > 0,
    carriedPerception: Number(amountTotal) > Number(amountGross),
  };
}
