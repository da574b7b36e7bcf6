import { districtById } from '../../catalogs/districts.ts';
import type { TipoDte } from '../dte/kinds.ts';
import { FACTURA } from '../dte/types/factura.ts';
import type { PersonDocumentType } from '../identifiers/person-document-number.ts';
import { withoutSeparators } from '../identifiers/text.ts';
import { isPlaceAbroad, placeOrAbroad } from '../territory/lives-abroad.ts';
import type { Order, OrderLine, PartyOrder } from './order.ts';

/** What a company has told of a customer or subject, for the sales that do not say it; null for what it has not. */
export interface CustomerCompletion {
  /** The six digits of the district search. */
  readonly district: string | null;
  /** CAT-022. */
  readonly documentType: PersonDocumentType | null;
  /** CAT-019. */
  readonly activityCode: string | null;
}

/** By what a product is known: the code of its lines, or the description of those that have no code. */
export interface ProductName {
  readonly by: 'code' | 'description';
  readonly name: string;
}

/** What a company has told of its customers and products. */
export interface Completions {
  /** By identity number, without separators. */
  customer(identity: string): CustomerCompletion | null;
  /** The unit (CAT-014). */
  product(product: ProductName): string | null;
}

/** Whom and what an order names that may be completed. */
export interface Completable {
  readonly customers: readonly string[];
  readonly products: readonly ProductName[];
}

/** A longer description is told anew for each sale, and names no product. */
const DESCRIPTION_LIMIT = 250;

/** The number by which a party is known; null where it has none. */
export function identityOf({ documentNumber, nit }: PartyOrder): string | null {
  const number = withoutSeparators(documentNumber ?? nit ?? '');
  return number === '' ? null : number;
}

/** By what the product of a line is known; null where it has neither a code nor a short description. */
export function productOf({
  code,
  description,
}: Pick<OrderLine, 'code' | 'description'>): ProductName | null {
  if (code !== null && code.trim() !== '') return { by: 'code', name: code.trim() };
  const name = description.trim();
  return name === '' || name.length > DESCRIPTION_LIMIT ? null : { by: 'description', name };
}

/** Whom and what the order leaves open. */
export function completable({ customer, lines }: Order): Completable {
  const identity = customer === null || saysAll(customer) ? null : identityOf(customer);
  const products = lines.filter(({ unit }) => unit === null).map(productOf);
  return {
    customers: identity === null ? [] : [identity],
    products: products.filter((product) => product !== null),
  };
}

function saysAll(party: PartyOrder): boolean {
  return party.documentType !== null && party.activityCode !== null && saysDistrict(party);
}

function saysDistrict({ district, districtCode }: PartyOrder): boolean {
  return district !== null || districtCode !== null;
}

/** The order with what is known of its customer and products; what the order says itself stays. */
export function completedOrder(order: Order, completions: Completions): Order {
  const { customer } = order;
  const identity = customer === null ? null : identityOf(customer);
  const known = identity === null ? null : completions.customer(identity);
  return {
    ...order,
    customer: customer === null || known === null ? customer : completedParty(order.tipoDte, customer, known),
    lines: order.lines.map((line) => completedLine(line, completions)),
  };
}

function completedParty(tipoDte: TipoDte, party: PartyOrder, known: CustomerCompletion): PartyOrder {
  // The buyer of a Factura who says another country lives there.
  const isAbroad = tipoDte === FACTURA.code && isPlaceAbroad(placeOrAbroad(party));
  return {
    ...party,
    documentType: party.documentType ?? known.documentType,
    activityCode: party.activityCode ?? known.activityCode,
    district: isAbroad ? party.district : districtFor(party, known),
  };
}

/** The known district, unless the party names a district itself, or a place that the known one does not lie in. */
function districtFor(party: PartyOrder, known: CustomerCompletion): string | null {
  const { department, municipality } = party;
  if (saysDistrict(party) || known.district === null) return party.district;
  if (department === null && municipality === null) return known.district;
  const district = districtById(known.district);
  if (district === null || district.departmentCode !== department) return null;
  const { municipalityShortCode: short } = district;
  return municipality === short || municipality === `${department}${short}` ? known.district : null;
}

function completedLine(line: OrderLine, completions: Completions): OrderLine {
  const product = line.unit === null ? productOf(line) : null;
  return product === null ? line : { ...line, unit: completions.product(product) };
}

/** A company has told nothing. */
export const NOTHING_TOLD: Completions = { customer: () => null, product: () => null };
