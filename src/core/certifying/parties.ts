import { type PartyOrder, UNDESCRIBED } from '../drafting/order.ts';
import { cycled } from './cycle.ts';

function party(known: Partial<PartyOrder>): PartyOrder {
  return { ...UNDESCRIBED, ...known };
}

/**
 * Taxpayers that do not exist, one of each kind of contributor (1 to 4) and two of the first, in two departments. Their NITs
 * have the check digit that the others call for. An authority that knows real taxpayers does not know them (code 009).
 */
export const FICTITIOUS_TAXPAYERS: readonly PartyOrder[] = [
  party({
    name: 'Ferretería Ficticia, S.A. de C.V.',
    nit: '06140101901000',
    nrc: '1234561',
    typeContributor: 1,
    activityCode: '46631',
    address: 'Calle Inventada 1',
    department: '06',
    municipality: '23',
    districtCode: '14',
    phone: '2222-0001',
  }),
  party({
    name: 'Distribuidora Ejemplo, S.A. de C.V.',
    nit: '06143112991015',
    nrc: '1234562',
    typeContributor: 3,
    activityCode: '46900',
    tradeName: 'Ejemplo Mayoreo',
    address: 'Avenida Inventada 2',
    department: '05',
    municipality: '26',
    districtCode: '01',
  }),
  party({
    name: 'Transportes Imaginarios, S.A. de C.V.',
    nit: '02101505851020',
    nrc: '1234563',
    typeContributor: 2,
    activityCode: '46631',
    phone: '2222-0003',
  }),
  party({
    name: 'Alcaldía de un Municipio Ficticio',
    nit: '12172902201034',
    nrc: '1234564',
    typeContributor: 4,
    activityCode: '84110',
    address: 'Plaza Inventada',
  }),
  party({
    name: 'Comercial Supuesta, S.A. de C.V.',
    nit: '06140507071048',
    nrc: '1234565',
    typeContributor: 1,
    activityCode: '46900',
    tradeName: 'La Supuesta',
  }),
];

/** Buyers of a factura who are known by another document than a NIT; their numbers are nobody's. */
const CONSUMERS: readonly PartyOrder[] = [
  party({ name: 'Ana Ficticia', documentType: '13', documentNumber: '01234567-8', phone: '7000-0001' }),
  party({ name: 'Jean Imaginaire', documentType: '03', documentNumber: 'P-FICTICIO-1' }),
  party({
    name: 'Luisa Ejemplo',
    documentType: '37',
    documentNumber: 'CARNE-0001',
    address: 'Colonia Inventada 3',
  }),
  party({ name: 'Pedro Supuesto', documentType: '02', documentNumber: 'R-FICTICIO-2' }),
];

/** Who buys by the n-th factura: whom it does not name, by name alone, with a document, and a taxpayer where there is one. */
export function buyerOf(
  number: number,
  taxpayers: readonly PartyOrder[],
): { readonly customer: PartyOrder | null; readonly customerName: string | null } {
  const turn = number % 5;
  if (turn === 1) return { customer: null, customerName: null };
  if (turn === 2) return { customer: null, customerName: 'Cliente de mostrador' };
  const isTaxpayer = turn === 3 && taxpayers.length > 0;
  const round = Math.floor(number / 5);
  if (!isTaxpayer) return { customer: cycled(CONSUMERS, number), customerName: null };
  return { customer: { ...cycled(taxpayers, round), documentType: '36' }, customerName: null };
}

/** Who buys by the n-th CCF. */
export function taxpayerOf(number: number, taxpayers: readonly PartyOrder[]): PartyOrder {
  return { ...cycled(taxpayers, number), documentType: null };
}

/** Countries of both generations of the catalog (CAT-020). */
const COUNTRIES = ['US', 'GT', 'HN', 'CR', 'MX', 'ES', 'PA', 'NI', 'DE', 'CO'];

/** Who buys abroad by the n-th export: companies and persons of ten countries. */
export function buyerAbroad(number: number): PartyOrder {
  const country = cycled(COUNTRIES, number);
  const isPerson = number % 3 === 0;
  return party({
    name: isPerson ? `Jane Fictional ${country}` : `Imaginary Imports ${country}, Inc.`,
    documentType: isPerson ? '03' : '37',
    documentNumber: `${country}-FICT-${number}`,
    country,
    personType: isPerson ? 1 : 2,
    address: number % 2 === 0 ? `1 Invented Street, ${country}` : null,
    tradeName: number % 4 === 0 ? 'Imaginary' : null,
    phone: number % 5 === 0 ? '+1 555 0100' : null,
  });
}

/** Who sells by the n-th type 14. Type 37 of document is the one that the test environment was seen to seal. */
export function sellerOf(number: number): PartyOrder {
  return party({
    name: cycled(['Juan Inventado', 'Rosa Imaginaria', 'Mario Supuesto'], number),
    documentType: '37',
    documentNumber: `SUJETO-${cycled(['A', 'B', 'C'], number)}`,
    phone: number % 2 === 0 ? '7000-0002' : null,
    activityCode: number % 3 === 0 ? '10712' : null,
    address: 'Cantón Inventado',
  });
}
