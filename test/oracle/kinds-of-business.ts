import type { Order, PartyOrder } from '../../src/core/drafting/order.ts';
import type { DocumentKind } from '../structure/document-kinds.ts';
import type { DocumentAmounts } from './document-amounts.ts';
import { type Business, expectedAmounts } from './generated-documents.ts';

interface Facts {
  readonly business: Business;
  readonly amounts: DocumentAmounts;
}
type Test = (facts: Facts) => boolean;

const amountOf =
  (...names: readonly string[]) =>
  ({ amounts }: Facts): string =>
    names.map((name) => amounts.summary[name]).find((amount) => amount !== undefined) ?? '';

const retained = amountOf('ivaRete1', 'ivaRete');
const perceived = amountOf('ivaPerci1', 'ivaPerci');
const gross = amountOf('montoTotalOperacion', 'totalCompra');

function linesOf({ business }: Facts) {
  return business.kind === 'note' ? business.note.lines : business.order.lines;
}

function termsOf({ business }: Facts) {
  return business.kind === 'note' ? null : (business.order.exportTerms ?? null);
}

function customerOf({ business }: Facts) {
  return business.kind === 'note' ? null : business.order.customer;
}

function hasEveryKindOfSale(facts: Facts): boolean {
  return new Set(linesOf(facts).map(({ saleType }) => saleType)).size === 3;
}

/** What documents of any of the types must come to, to prove anything. */
const EVERYWHERE: Readonly<Record<string, Test>> = {
  'one line': (facts) => linesOf(facts).length === 1,
  'more than thirty lines': (facts) => linesOf(facts).length > 30,
  'a line of nothing': (facts) =>
    linesOf(facts).some((line) => line.unitPrice === 0 || line.discountPercentage === 100),
  'a discount of a fraction': (facts) =>
    linesOf(facts).some((line) => !Number.isInteger(line.discountPercentage)),
  'above a thousand million': (facts) => Number(gross(facts)) > 1e9,
  'less than a dollar': (facts) => Number(gross(facts)) < 1,
};

const NET: Readonly<Record<string, Test>> = {
  retention: (facts) => retained(facts) !== '0',
  perception: (facts) => perceived(facts) !== '0',
  'neither of them': (facts) => retained(facts) === '0' && perceived(facts) === '0',
  'nothing taxed': ({ amounts }) => amounts.tributos.length === 0,
  'every kind of sale': hasEveryKindOfSale,
};

const documented =
  (documentType: string | null): Test =>
  (facts) => {
    const customer = customerOf(facts);
    return customer?.documentType === documentType && (customer.documentNumber ?? customer.nit) !== null;
  };

/** What is known of a customer, where there is one. */
const known =
  (test: (customer: PartyOrder) => boolean): Test =>
  (facts) => {
    const customer = customerOf(facts);
    return customer !== null && test(customer);
  };

/** What an order says besides its lines. */
const says =
  (test: (order: Order) => boolean): Test =>
  ({ business }) =>
    business.kind === 'order' && test(business.order);

const toPay = (facts: Facts) => Number(amountOf('totalPagar')(facts));

const SALES: Readonly<Record<string, Test>> = {
  anonymous: says(({ customer, customerName }) => customer === null && customerName === null),
  'name only': says(({ customerName }) => customerName !== null),
  'undocumented customer': known(({ documentNumber, nit }) => documentNumber === null && nit === null),
  'document 02': documented('02'),
  'document 03': documented('03'),
  'document 13': documented('13'),
  'document 36': documented('36'),
  'document 37': documented('37'),
  'document of no stated kind': documented(null),
  NRC: known(({ nrc }) => nrc !== null),
  'e-mail': known(({ email }) => email !== null),
  telephone: known(({ phone }) => phone !== null),
  activity: known(({ activityCode }) => activityCode !== null),
  'issuer’s other activity': says(({ activityCode }) => activityCode !== null),
  'way A': known(({ districtCode }) => districtCode !== null),
  'way B': known(({ district }) => district !== null),
  'way C': known(({ municipality, districtCode }) => municipality !== null && districtCode === null),
  'no place': known(({ department, district }) => department === null && district === null),
  '40 lines': (facts) => linesOf(facts).length === 40,
  '2,000 lines': (facts) => linesOf(facts).length === 2000,
  'every kind of sale': hasEveryKindOfSale,
  'nothing taxed': (facts) => amountOf('totalGravada')(facts) === '0',
  'whole discount': (facts) => linesOf(facts).some((line) => line.discountPercentage === 100),
  'eight decimals': (facts) => linesOf(facts).some(({ unitPrice }) => /\.\d{8}$/.test(String(unitPrice))),
  'a total of nothing': (facts) => toPay(facts) === 0,
  'below 1,095': (facts) => toPay(facts) < 1095,
  '1,095 to 25,000': (facts) => toPay(facts) >= 1095 && toPay(facts) < 25_000,
  retention: (facts) => retained(facts) !== '0',
  'retention from a base of exactly 100': (facts) =>
    retained(facts) === '1' && amountOf('totalGravada')(facts) === '113',
  'base too small for retention': (facts) =>
    customerOf(facts)?.typeContributor === 3 && retained(facts) === '0',
  'one payment': says(({ paymentsListed }) => !paymentsListed),
  'payments that state all': says(({ payments }) => payments.every(({ amount }) => amount !== null)),
  'payments of which one takes the rest': says(
    ({ payments }) => payments.length > 1 && payments.some(({ amount }) => amount === null),
  ),
  credit: says(({ transactionCondition }) => transactionCondition === 2),
  'other condition': says(({ transactionCondition }) => transactionCondition === 3),
  observations: says(({ observations }) => observations !== null),
  appendix: says(({ appendix }) => appendix.length > 0),
  'chosen point of sale': says(({ pointOfSale }) => pointOfSale !== null),
};

const OF_TYPE: Readonly<Record<string, Readonly<Record<string, Test>>>> = {
  '01': {
    ...SALES,
    'a buyer abroad': known(
      ({ country, department, district }) => country === 'GT' && department === null && district === null,
    ),
  },
  '03': {
    ...NET,
    'a NIT of nine digits': (facts) => /^\d{8}-?\d$/.test(customerOf(facts)?.nit ?? ''),
    'a number under both names': (facts) =>
      customerOf(facts)?.nit !== null && customerOf(facts)?.documentNumber !== null,
    'no e-mail': (facts) => customerOf(facts)?.email === null,
  },
  '05': NET,
  '11': {
    goods: (facts) => termsOf(facts)?.itemType === 1,
    services: (facts) => termsOf(facts)?.itemType === 2,
    'terms of the company': (facts) => termsOf(facts) === null,
    freight: (facts) => !['0', ''].includes(amountOf('flete')(facts)),
    insurance: (facts) => !['0', ''].includes(amountOf('seguro')(facts)),
    '10,000 without e-mail': (facts) => Number(gross(facts)) >= 10_000 && customerOf(facts)?.email === null,
    'a country of four digits': (facts) => /^\d{4}$/.test(customerOf(facts)?.country ?? ''),
  },
  '14': {
    'income tax': (facts) => amountOf('reteRenta')(facts) !== '0',
    'no income tax': (facts) => amountOf('reteRenta')(facts) === '0',
    'services and goods': (facts) => new Set(linesOf(facts).map(({ isService }) => isService)).size === 2,
    'a DUI': (facts) => customerOf(facts)?.documentType === '13',
    'no stated document type': (facts) => customerOf(facts)?.documentType === null,
  },
};

/** The kinds that generated business of a type must contain; a generator that forgets one of them fails. */
export function kindsOfType(tipoDte: string): readonly string[] {
  return Object.keys({ ...EVERYWHERE, ...OF_TYPE[tipoDte] });
}

/** The kinds that one business belongs to. */
export function kindsOfBusiness(business: Business, kind: DocumentKind): readonly string[] {
  const facts = { business, amounts: expectedAmounts(business, kind) };
  const tests = Object.entries({ ...EVERYWHERE, ...OF_TYPE[kind.tipoDte] });
  return tests.flatMap(([name, test]) => (test(facts) ? [name] : []));
}
