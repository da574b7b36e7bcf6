import { type IssuedCcf, onlyClassOf } from '../adjusting/issued-ccf.ts';
import {
  type Draft,
  type ExportOrder,
  type NoteLine,
  type Order,
  type OrderLine,
  SALE_TYPES,
} from '../drafting/order.ts';
import { OTHER_UNIT, pricedLines } from '../drafting/priced-line.ts';
import { type Members, membersAt, readOfficial, textAt } from '../dte/official-json.ts';
import { CREDITO_FISCAL } from '../dte/types/credito-fiscal.ts';
import { SUJETO_EXCLUIDO } from '../dte/types/sujeto-excluido.ts';
import { formatCents, round2, sum } from '../money/decimal.ts';
import { callersName } from '../refusals/callers-name.ts';
import { partyWarnings, placeIn, placeText } from './party-warnings.ts';
import { filledIn, type Warning, warning } from './warning.ts';

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
  const issuerNit = textAt(membersAt(document, 'emisor'), 'nit');
  const another = customerName !== null && customerName !== customer.name;
  const message = 'No se toma en cuenta: el nombre es el de customer.name.';
  return [
    ...partyWarnings(tipoDte, customer, { path, recipient, issuerNit }),
    ...(another ? [warning('field_ignored', 'customer_name', message)] : []),
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
  return given.map((path) => warning('field_ignored', path, message));
}

/** Where the document says how the goods leave the country, by the field that would have said it. */
const EXPORTED: readonly (readonly [keyof ExportOrder, 'emisor' | 'resumen', string])[] = [
  ['itemType', 'emisor', 'tipoItemExpor'],
  ['incoterm', 'resumen', 'codIncoterms'],
  ['fiscalPrecinct', 'emisor', 'recintoFiscal'],
  ['regimeType', 'emisor', 'tipoRegimen'],
  ['regime', 'emisor', 'regimen'],
];

/** Other documents have none of these members. */
function exportWarnings({ exportTerms }: Order, document: Members): readonly Warning[] {
  return EXPORTED.flatMap(([key, block, member]) => {
    const sent = exportTerms?.[key] ?? null;
    return sent === null
      ? filledIn(`export.${callersName(key)}`, textAt(membersAt(document, block), member))
      : [];
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
  return [warning('unit_unlisted', `lines[${first}].unit`, message)];
}

/** Prices with VAT are split so that the customer pays what was quoted, unless quantities are too large for that. */
function totalWarnings(lines: readonly OrderLine[], { summary }: Draft): readonly Warning[] {
  const { value: priced } = pricedLines(lines);
  const quoted = SALE_TYPES.map((saleType) =>
    round2(sum(priced.filter(({ order }) => order.saleType === saleType).map(({ amount }) => amount))),
  );
  const sent = formatCents(sum(quoted));
  if (sent === summary.amountGross) return [];
  const message = `El total del documento es ${summary.amountGross}, y los precios enviados suman ${sent}: a esas cantidades se rehace de las líneas.`;
  return [warning('total_differs', 'lines', message)];
}

/** A note as it was asked for, on a CCF as it was signed. */
export interface AskedNote {
  readonly ccf: IssuedCcf;
  /** As the caller sent them; none where the note copies its CCF. */
  readonly sent: readonly NoteLine[];
  /** The lines that were sent, each of the class of sale that it has. */
  readonly lines: readonly OrderLine[];
}

/** What drafting filled in or put right of a note. */
export function noteWarnings({ ccf, sent, lines }: AskedNote, draft: Draft): readonly Warning[] {
  return [
    ...saleTypeWarnings(ccf, sent),
    ...ccfRecipientWarnings(ccf, draft),
    ...lineWarnings(lines),
    ...(lines.length === 0 ? [] : totalWarnings(lines, draft)),
  ];
}

function saleTypeWarnings(ccf: IssuedCcf, sent: readonly NoteLine[]): readonly Warning[] {
  if (onlyClassOf(ccf) !== null) return [];
  const first = sent.findIndex(({ saleType }) => saleType === null);
  if (first < 0) return [];
  const message = 'El CCF vendió en varias clases: sin sale_type, la línea va como gravada.';
  return [warning('sale_type_assumed', `lines[${first}].sale_type`, message)];
}

/** The recipient is the CCF's own; where the generations differ, the note may need what the CCF did not say. */
function ccfRecipientWarnings({ receptor }: IssuedCcf, draft: Draft): readonly Warning[] {
  const written = membersAt(readOfficial(draft.text), 'receptor');
  const direccion = membersAt(written, 'direccion');
  const email = receptor.correo === null ? filledIn('document_id', textAt(written, 'correo')) : [];
  const { distrito, ...rest } = receptor.direccion;
  const place = direccion === null ? null : placeIn(direccion);
  if (place === null || distrito !== null || placeIn(rest) !== null) return email;
  const message = `El CCF no dice el distrito: la nota lleva ${placeText(place)}.`;
  return [...email, warning('district_guessed', 'document_id', message)];
}
