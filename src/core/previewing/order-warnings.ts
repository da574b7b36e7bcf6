import type { Draft, ExportOrder, Order, OrderLine } from '../drafting/order.ts';
import { SALE_TYPES } from '../drafting/order.ts';
import { OTHER_UNIT, pricedLines } from '../drafting/priced-line.ts';
import { type Members, membersAt, readOfficial, textAt } from '../dte/official-json.ts';
import { CREDITO_FISCAL } from '../dte/types/credito-fiscal.ts';
import { SUJETO_EXCLUIDO } from '../dte/types/sujeto-excluido.ts';
import { formatCents, round2, sum } from '../money/decimal.ts';
import { filledIn, partyWarnings } from './party-warnings.ts';
import type { Warning } from './warning.ts';

/**
 * What drafting filled in, left out or put right of an order, told by comparing the order with the document that came of it:
 * the rules themselves stand where documents are drafted, and nowhere else.
 */
export function orderWarnings(order: Order, draft: Draft): readonly Warning[] {
  const document = readOfficial(draft.text);
  return [
    ...placeOfIssueWarnings(order, draft),
    ...recipientWarnings(order, document),
    ...termWarnings(order),
    ...exportWarnings(order, document),
    ...lineWarnings(order.lines),
    ...(order.tipoDte === CREDITO_FISCAL.code ? totalWarnings(order.lines, draft) : []),
  ];
}

function placeOfIssueWarnings({ establishment, pointOfSale }: Order, draft: Draft): readonly Warning[] {
  return establishment === null || pointOfSale !== null ? [] : filledIn('point_of_sale', draft.pointOfSale);
}

function recipientWarnings(
  { tipoDte, customer, customerName }: Order,
  document: Members,
): readonly Warning[] {
  if (customer === null) return [];
  const path = tipoDte === SUJETO_EXCLUIDO.code ? 'subject' : 'customer';
  const recipient = membersAt(document, 'receptor') ?? membersAt(document, 'sujetoExcluido') ?? {};
  const another = customerName !== null && customerName !== customer.name;
  const message = 'No se toma en cuenta: el nombre es el de customer.name.';
  return [
    ...partyWarnings(tipoDte, customer, { path, recipient }),
    ...(another ? [{ code: 'field_ignored' as const, path: 'customer_name', message }] : []),
  ];
}

/** CAT-016: on credit. */
const CREDIT = 2;

function termWarnings({ transactionCondition, deadline, period }: Order): readonly Warning[] {
  if (transactionCondition === CREDIT)
    return [
      ...(deadline === null ? filledIn('deadline', '1') : []),
      ...(period === null ? filledIn('period', '1') : []),
    ];
  const given = [...(deadline === null ? [] : ['deadline']), ...(period === null ? [] : ['period'])];
  const message = 'No se toma en cuenta: solo va con transaction_condition 2, crédito.';
  return given.map((path) => ({ code: 'field_ignored', path, message }));
}

/** Where the document says how the goods leave the country, by the field that would have said it. */
const EXPORTED: readonly (readonly [keyof ExportOrder, string, 'emisor' | 'resumen', string])[] = [
  ['itemType', 'item_type', 'emisor', 'tipoItemExpor'],
  ['incoterm', 'incoterm', 'resumen', 'codIncoterms'],
  ['fiscalPrecinct', 'fiscal_precinct', 'emisor', 'recintoFiscal'],
  ['regimeType', 'regime_type', 'emisor', 'tipoRegimen'],
  ['regime', 'regime', 'emisor', 'regimen'],
];

/** Other documents have none of these members. */
function exportWarnings({ exportTerms }: Order, document: Members): readonly Warning[] {
  return EXPORTED.flatMap(([key, field, block, member]) => {
    const sent = exportTerms?.[key] ?? null;
    return sent === null ? filledIn(`export.${field}`, textAt(membersAt(document, block), member)) : [];
  });
}

function isUnlisted({ unit }: OrderLine): boolean {
  return unit === null || unit === OTHER_UNIT;
}

/** The lines whose unit is none of the catalog, as one warning. */
export function lineWarnings(lines: readonly OrderLine[]): readonly Warning[] {
  const first = lines.findIndex(isUnlisted);
  if (first < 0) return [];
  const others = lines.filter(isUnlisted).length - 1;
  const more = others === 0 ? '' : `, como ${others} ${others === 1 ? 'línea' : 'líneas'} más`;
  const message = `Va con la unidad 99, otra${more}; vea /catalogs/units.`;
  return [{ code: 'unit_unlisted', path: `lines[${first}].unit`, message }];
}

/** Prices with VAT are split so that the customer pays what was quoted, unless quantities are too large for that. */
export function totalWarnings(lines: readonly OrderLine[], { summary }: Draft): readonly Warning[] {
  const { value: priced } = pricedLines(lines);
  const quoted = SALE_TYPES.map((saleType) =>
    round2(sum(priced.filter(({ order }) => order.saleType === saleType).map(({ amount }) => amount))),
  );
  const sent = formatCents(sum(quoted));
  if (sent === summary.amountGross) return [];
  const message = `El total del documento es ${summary.amountGross}, y los precios enviados suman ${sent}: a esas cantidades se rehace de las líneas.`;
  return [{ code: 'total_differs', path: 'lines', message }];
}
