import { identityOf, productOf } from '../drafting/completion.ts';
import type { DraftContext, Order, OrderLine, PartyOrder } from '../drafting/order.ts';
import { CREDITO_FISCAL } from '../dte/types/credito-fiscal.ts';
import { EXPORTACION } from '../dte/types/exportacion.ts';
import { type Cause, cause, type Gap, type Incomplete } from './cause.ts';

/** What stands in a rebuilt document because its order, completed by what is known, leaves it open. */
export function leftOpen(
  order: Order,
  context: DraftContext,
): { readonly causes: readonly Cause[]; readonly incomplete: readonly Incomplete[] } {
  const { customer } = order;
  const found = customer === null ? [] : ofCustomer(customer, order, context);
  const name = customer === null ? null : identityOf(customer);
  const gaps = found.map(([gap]) => gap);
  const bare = order.lines.filter(({ unit }) => unit === null);
  return {
    causes: [...found.map(([, code]) => cause(code)), ...(bare.length === 0 ? [] : [cause('other_unit')])],
    incomplete: [
      ...(name === null || gaps.length === 0
        ? []
        : [{ of: { by: 'identity', name } as const, title: customer?.name ?? '', gaps }]),
      ...bare.flatMap(incompleteProduct),
    ],
  };
}

/** Each gap with the cause that it is. */
type Found = readonly [gap: Gap, code: Parameters<typeof cause>[0]];

function ofCustomer(party: PartyOrder, { tipoDte }: Order, context: DraftContext): readonly Found[] {
  const found: Found[] = [];
  const isAbroad = tipoDte === EXPORTACION.code;
  const wantsDistrict = !isAbroad && context.generation === 'v2';
  if (wantsDistrict && party.district === null && party.districtCode === null)
    found.push(['district', districtCause(party, context)]);
  if (tipoDte !== CREDITO_FISCAL.code && party.documentType === null && identityOf(party) !== null)
    found.push(['document_type', 'other_document']);
  if (isAbroad && party.activityCode === null) found.push(['activity_code', 'other_activity']);
  return found;
}

/** A municipality that is the issuer's own gets the issuer's district, any other its first one (specification 9.3). */
function districtCause({ department, municipality }: PartyOrder, context: DraftContext): Found[1] {
  const { company, place } = context;
  const establishment = company.establishments.find(({ code }) => code === place?.establishment);
  const issuer = establishment?.address ?? company.address;
  return issuer.departamento === department && issuer.municipio === municipality
    ? 'district_of_issuer'
    : 'district_of_municipality';
}

function incompleteProduct(line: OrderLine): readonly Incomplete[] {
  const of = productOf(line);
  return of === null ? [] : [{ of, title: line.description, gaps: ['unit'] }];
}
