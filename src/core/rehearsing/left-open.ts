import { identityOf, productOf } from '../drafting/completion.ts';
import type { DraftContext, Order, OrderLine, PartyOrder } from '../drafting/order.ts';
import { CREDITO_FISCAL } from '../dte/types/credito-fiscal.ts';
import { EXPORTACION } from '../dte/types/exportacion.ts';
import type { Cause, Gap, Incomplete } from './cause.ts';

/** What an order leaves to defaults, and whose data would say it. */
export interface LeftOpen {
  readonly causes: readonly Cause[];
  readonly incomplete: readonly Incomplete[];
}

/** A gap with the cause that it is. */
interface Found {
  readonly gap: Gap;
  readonly cause: Cause;
}

/** What stands in a rebuilt document because its order, completed by what is known, leaves it open. */
export function leftOpen(order: Order, context: DraftContext): LeftOpen {
  const found = order.customer === null ? [] : ofCustomer(order.customer, order, context);
  const bare = order.lines.filter(({ unit }) => unit === null);
  return {
    causes: [...found.map(({ cause }) => cause), ...(bare.length === 0 ? [] : [OTHER_UNIT])],
    incomplete: [...incompleteCustomer(order.customer, found), ...bare.flatMap(incompleteProduct)],
  };
}

function ofCustomer(party: PartyOrder, { tipoDte }: Order, context: DraftContext): readonly Found[] {
  const found: Found[] = [];
  const isAbroad = tipoDte === EXPORTACION.code;
  const wantsDistrict = !isAbroad && context.generation === 'v2';
  if (wantsDistrict && party.district === null && party.districtCode === null)
    found.push({ gap: 'district', cause: districtCause(party, context) });
  if (tipoDte !== CREDITO_FISCAL.code && party.documentType === null && identityOf(party) !== null)
    found.push({ gap: 'document_type', cause: OTHER_DOCUMENT });
  if (isAbroad && party.activityCode === null) found.push({ gap: 'activity_code', cause: OTHER_ACTIVITY });
  return found;
}

/** A municipality that is the issuer's own gets the issuer's district, any other its first one (specification 9.3). */
function districtCause({ department, municipality }: PartyOrder, context: DraftContext): Cause {
  const { company, place } = context;
  const establishment = company.establishments.find(({ code }) => code === place?.establishment);
  const issuer = establishment?.address ?? company.address;
  return issuer.departamento === department && issuer.municipio === municipality
    ? DISTRICT_OF_ISSUER
    : DISTRICT_OF_MUNICIPALITY;
}

const DISTRICT_OF_ISSUER: Cause = {
  kind: 'repaired',
  code: 'district_of_issuer',
  field: 'customer.district',
  message: 'Se usa el distrito del emisor, que está en el mismo municipio.',
};
const DISTRICT_OF_MUNICIPALITY: Cause = {
  kind: 'repaired',
  code: 'district_of_municipality',
  field: 'customer.district',
  message: 'Se usa el primer distrito del municipio.',
};
const OTHER_DOCUMENT: Cause = {
  kind: 'remark',
  code: 'other_document',
  field: 'customer.document_type',
  message: 'El documento de identidad va como 37 (otro).',
};
const OTHER_ACTIVITY: Cause = {
  kind: 'remark',
  code: 'other_activity',
  field: 'customer.activity_code',
  message: 'La actividad económica va como 10005 (otros).',
};
const OTHER_UNIT: Cause = {
  kind: 'remark',
  code: 'other_unit',
  field: 'lines[].unit',
  message: 'La unidad de medida va como 99 (otra).',
};

function incompleteCustomer(party: PartyOrder | null, found: readonly Found[]): readonly Incomplete[] {
  const name = party === null ? null : identityOf(party);
  if (name === null || found.length === 0) return [];
  return [{ of: { by: 'identity', name }, title: party?.name ?? '', gaps: found.map(({ gap }) => gap) }];
}

function incompleteProduct(line: OrderLine): readonly Incomplete[] {
  const of = productOf(line);
  return of === null ? [] : [{ of, title: line.description, gaps: ['unit'] }];
}
