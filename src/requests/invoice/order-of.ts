import type { ExportOrder, Order, PartyOrder } from '../../core/drafting/order.ts';
import { GOODS, SERVICES } from '../../core/dte/item-types.ts';
import { INVOICE_TYPES, TIPOS_DTE, type TipoDte } from '../../core/dte/kinds.ts';
import { partyOf, saleLineOf, termsOf } from '../order-parts.ts';
import { DEFAULT_TYPE, type ExportBody, type InvoiceBody } from './schema.ts';

/** The types that a body may ask for: the one that it names or means; all that this route issues where it names none. */
export function typesIn(body: object): readonly TipoDte[] {
  const named: unknown = Reflect.get(body, 'doc_type') ?? '';
  const asked = named === '' ? DEFAULT_TYPE : named;
  const type = TIPOS_DTE.find((tipoDte) => tipoDte === asked);
  return type === undefined ? INVOICE_TYPES.map(({ code }) => code) : [type];
}

/** The wire body in our own names, with the defaults of specification 2.6 and design section 7. */
export function orderOf(body: InvoiceBody): Order {
  return {
    tipoDte: body.doc_type ?? DEFAULT_TYPE,
    customer: customerOf(body),
    customerName: body.customer_name ?? null,
    lines: body.lines.map((line) => saleLineOf(line, lineDefault(body))),
    ...termsOf(body),
    activityCode: body.activity_code ?? null,
    exportTerms: exportOf(body.export ?? null),
  };
}

/** The lines of an export of services are services unless they say otherwise. */
function lineDefault(body: InvoiceBody): number {
  return body.export?.item_type === SERVICES ? SERVICES : GOODS;
}

/** A customer without a name of its own takes `customer_name`. */
function customerOf(body: InvoiceBody): PartyOrder | null {
  const customer = body.customer ?? null;
  if (customer === null) return null;
  const party = partyOf(customer);
  return { ...party, name: party.name ?? body.customer_name ?? null };
}

function exportOf(body: ExportBody | null): ExportOrder | null {
  if (body === null) return null;
  return {
    itemType: body.item_type ?? null,
    incoterm: body.incoterm ?? null,
    fiscalPrecinct: body.fiscal_precinct ?? null,
    regimeType: body.regime_type ?? null,
    regime: body.regime ?? null,
    freight: body.freight ?? null,
    insurance: body.insurance ?? null,
  };
}
