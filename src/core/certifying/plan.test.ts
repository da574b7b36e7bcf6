import { describe, expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { exampleContext } from '../../../test/support/example-order.ts';
import { draftOrder } from '../drafting/draft-order.ts';
import type { Draft, Order } from '../drafting/order.ts';
import { TIPOS_DTE, type TipoDte } from '../dte/kinds.ts';
import { isNit, nitCheckDigitHolds } from '../identifiers/nit.ts';
import { documentsOf, inIssuingOrder, whyNotTypes } from './matrix.ts';
import { FICTITIOUS_TAXPAYERS } from './parties.ts';
import { type Campaign, documentsIn, invalidationsIn } from './plan.ts';
import { othersThan, taxpayerProblems } from './taxpayers.ts';

const company = exampleCompany({
  vat_perception_agent: true,
  establishments: [
    { code: 'M001', points_of_sale: ['P001', 'P002'] },
    { code: 'S002', points_of_sale: ['P001'] },
  ],
});
const campaignOf = (types: readonly TipoDte[]): Campaign => ({
  name: '1',
  types,
  company,
  taxpayers: FICTITIOUS_TAXPAYERS,
});
const ALL = documentsIn(campaignOf(TIPOS_DTE));
const ordersOf = (type: TipoDte): readonly Order[] =>
  ALL.flatMap((one) => (one.kind === 'sale' && one.tipoDte === type ? [one.order] : []));
const SALES = TIPOS_DTE.flatMap(ordersOf);

const linesOf = (type: TipoDte | null = null) =>
  (type === null ? SALES : ordersOf(type)).flatMap(({ lines }) => lines);
const placesOf = (type: TipoDte) =>
  ordersOf(type).map(({ establishment, pointOfSale }) => `${establishment}${pointOfSale}`);
const mixtureOf = (lines: Order['lines']) =>
  [...new Set(lines.map(({ saleType }) => saleType))].toSorted().join();
const carriageOf = ({ exportTerms }: Order) => `${exportTerms?.freight} ${exportTerms?.insurance}`;

function drafted(order: Order, generation: 'v1' | 'v2'): Draft {
  const drafting = draftOrder(order, exampleContext({ company, generation }));
  if (drafting.kind === 'draft') return drafting;
  throw new Error(JSON.stringify({ order, problems: drafting.problems }));
}

describe('a campaign', () => {
  it('has as many documents of each type as the Ministry asks for, each under a reference of its own', () => {
    const counts = TIPOS_DTE.map((type) => ALL.filter(({ tipoDte }) => tipoDte === type).length);
    expect(counts).toEqual([90, 75, 50, 90, 25]);
    expect(TIPOS_DTE.map(documentsOf)).toEqual(counts);
    expect(new Set(ALL.map(({ externalRef }) => externalRef)).size).toBe(330);
    expect(documentsIn(campaignOf(TIPOS_DTE))).toEqual(ALL);
  });

  it('issues notes last, on CCF of its own', () => {
    expect(inIssuingOrder(TIPOS_DTE)).toEqual(['01', '03', '11', '14', '05']);
    const references = new Set<string>(ALL.map(({ externalRef }) => externalRef));
    const notes = ALL.filter((one) => one.kind === 'note');
    expect(notes.every(({ ccf }) => references.has(ccf) && ccf.startsWith('CERT-1-03-'))).toBe(true);
    expect(new Set(notes.map(({ ccf }) => ccf)).size).toBe(50);
    expect(new Set(notes.map(({ mode }) => mode))).toEqual(new Set(['full', 'lines', 'clone']));
    expect(whyNotTypes(['05', '01'])).toMatch(/necesitan los créditos fiscales/);
    expect(whyNotTypes([])).not.toBeNull();
    expect(whyNotTypes(['05', '03'])).toBeNull();
  });

  it.each(['v1', 'v2'] as const)('drafts each of its sales in %s', (generation) => {
    const drafts = SALES.map((order) => drafted(order, generation));
    expect(drafts).toHaveLength(280);
    expect(drafts.every(({ summary }) => Number(summary.amountTotal) > 0)).toBe(true);
    const retained = (type: TipoDte) =>
      ordersOf(type).filter((order) => drafted(order, generation).summary.amountRetention !== '0.00').length;
    for (const type of ['01', '03', '14'] as const) expect(retained(type)).toBeGreaterThanOrEqual(5);
    const perceived = ordersOf('03').filter((order) =>
      /"ivaPerci1?":[1-9]/.test(drafted(order, generation).text),
    );
    expect(perceived.length).toBeGreaterThanOrEqual(5);
  });

  it.each([
    ['points of sale of each type', 3, placesOf('01')],
    ['points of sale of each type', 3, placesOf('03')],
    ['points of sale of each type', 3, placesOf('11')],
    ['points of sale of each type', 3, placesOf('14')],
    ['classes of a factura', 3, linesOf('01').map(({ saleType }) => saleType)],
    ['classes of a CCF', 3, linesOf('03').map(({ saleType }) => saleType)],
    ['mixtures of classes', 4, ordersOf('03').map(({ lines }) => mixtureOf(lines))],
    ['discounts', 4, linesOf().map(({ discountPercentage }) => discountPercentage)],
    ['units', 7, linesOf().map(({ unit }) => unit)],
    ['goods and services', 2, linesOf('01').map(({ itemType }) => itemType)],
    ['numbers of lines', 4, SALES.map(({ lines }) => lines.length)],
    ['means of payment', 8, SALES.flatMap(({ payments }) => payments.map(({ method }) => method))],
    ['numbers of payments', 2, SALES.map(({ payments }) => payments.length)],
    ['terms of credit, and cash', 4, SALES.map((one) => `${one.transactionCondition} ${one.deadline}`)],
    ['countries', 10, ordersOf('11').map(({ customer }) => customer?.country)],
    ['exports of goods and of services', 2, ordersOf('11').map(({ exportTerms }) => exportTerms?.itemType)],
    ['incoterms, and none', 6, ordersOf('11').map(({ exportTerms }) => exportTerms?.incoterm)],
    ['freight and insurance', 4, ordersOf('11').map(carriageOf)],
    ['kinds of taxpayer', 4, ordersOf('03').map(({ customer }) => customer?.typeContributor)],
    ['documents of a buyer, and none', 6, ordersOf('01').map(({ customer }) => customer?.documentType)],
    ['observations, and none', 2, SALES.map(({ observations }) => observations === null)],
    ['appendices, and none', 2, SALES.map(({ appendix }) => appendix.length)],
  ] as const)('covers %s', (_what, count, values: readonly unknown[]) => {
    expect(new Set(values).size).toBeGreaterThanOrEqual(count);
  });

  it('needs no taxpayer where it issues no CCF', () => {
    const without = documentsIn({ ...campaignOf(['01', '11', '14']), taxpayers: [] });
    expect(without).toHaveLength(205);
    for (const one of without) if (one.kind === 'sale') drafted(one.order, 'v2');
  });
});

describe('the invalidations of a campaign', () => {
  const SELECTIONS: readonly { readonly types: readonly TipoDte[] }[] = [
    { types: TIPOS_DTE },
    { types: ['01'] },
    { types: ['03'] },
    { types: ['03', '05'] },
    { types: ['11', '14'] },
    { types: ['14'] },
  ];

  it.each(SELECTIONS)('are five of $types, with what takes their place', ({ types }) => {
    const planned = documentsIn(campaignOf(types));
    const invalidated = invalidationsIn({ name: '1', types });
    const find = (reference: string | null) => planned.find(({ externalRef }) => externalRef === reference);
    expect(new Set(invalidated.map(({ document }) => document)).size).toBe(5);
    const noted = planned.flatMap((one) => (one.kind === 'note' ? [one.ccf] : []));
    const documents = invalidated.map(({ document }) => document);
    for (const { document, type, replacement } of invalidated) {
      expect(find(document), document).toBeDefined();
      expect(noted).not.toContain(document);
      expect(replacement === null).toBe(type === 2);
      if (replacement === null) continue;
      expect(find(replacement)?.tipoDte).toBe(find(document)?.tipoDte);
      expect(documents).not.toContain(replacement);
    }
    for (const document of documents) {
      const one = find(document);
      if (one?.kind === 'sale') expect(one.order.customer?.name, document).toEqual(expect.any(String));
    }
  });

  it('have all reasons', () => {
    expect(new Set(invalidationsIn({ name: '1', types: TIPOS_DTE }).map(({ type }) => type))).toEqual(
      new Set([1, 2, 3]),
    );
  });
});

describe('the fictitious taxpayers', () => {
  it('have NITs whose check digit holds, and are not the issuer', () => {
    for (const { nit } of FICTITIOUS_TAXPAYERS)
      expect(nit !== null && isNit(nit) && nitCheckDigitHolds(nit), String(nit)).toBe(true);
    const [first] = FICTITIOUS_TAXPAYERS;
    const own = exampleCompany({ nit: first?.nit });
    expect(othersThan(own, FICTITIOUS_TAXPAYERS)).toEqual(FICTITIOUS_TAXPAYERS.slice(1));
    expect(taxpayerProblems(company, FICTITIOUS_TAXPAYERS)).toEqual([]);
    expect(taxpayerProblems(own, FICTITIOUS_TAXPAYERS)).toMatchObject([
      { path: '[0].nit', code: 'is_issuer' },
    ]);
  });
});
