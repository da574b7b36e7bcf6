import type { DocumentKind } from '../structure/document-kinds.ts';
import type { DocumentAmounts } from './document-amounts.ts';
import { type Business, expectedAmounts } from './generated-documents.ts';
import { KINDS_OF_SALES, kindsOfSale } from './kinds-of-sales.ts';

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
  'every kind of sale': (facts) => new Set(linesOf(facts).map(({ saleType }) => saleType)).size === 3,
};

const OF_TYPE: Readonly<Record<string, Readonly<Record<string, Test>>>> = {
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

/** The kinds that generated business of a type must contain. */
export function kindsOfType(tipoDte: string): readonly string[] {
  const own = tipoDte === '01' ? KINDS_OF_SALES : [];
  return [...Object.keys({ ...EVERYWHERE, ...OF_TYPE[tipoDte] }), ...own];
}

/** The kinds that one business belongs to. */
export function kindsOfBusiness(business: Business, kind: DocumentKind): readonly string[] {
  const facts = { business, amounts: expectedAmounts(business, kind) };
  const tests = { ...EVERYWHERE, ...OF_TYPE[kind.tipoDte] };
  const own = kind.tipoDte === '01' && business.kind === 'order' ? kindsOfSale(business.order) : [];
  return [...Object.entries(tests).flatMap(([name, test]) => (test(facts) ? [name] : [])), ...own];
}
