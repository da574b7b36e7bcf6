import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleCompanies } from '../../../test/oracle/companies.ts';
import { identitiesOf } from '../../../test/oracle/document-identities.ts';
import { creditoFiscalOrder } from '../../../test/oracle/orders.ts';
import { draftedMember } from '../../../test/support/drafted.ts';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { CONTRIBUYENTE } from '../../../test/support/example-net.ts';
import { exampleLine, exampleOrder, problemsOf } from '../../../test/support/example-order.ts';
import { exampleContribuyente } from '../../../test/support/example-parties.ts';
import { establishmentOf, pointOfSaleOf } from '../../../test/support/identifiers.ts';
import type { Company } from '../company/company.ts';
import { draftCreditoFiscal } from '../drafting/credito-fiscal-draft.ts';
import type { Draft, Order, OrderLine } from '../drafting/order.ts';
import { documentText } from '../dte/document-text.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import { draftNote, noteReceptor } from './draft-note.ts';
import { type CcfReceptor, ccfAmounts, readIssuedCcf } from './issued-ccf.ts';
import { noteObstacle } from './standing.ts';

const SEED = 20_261_201;
const POSTED_MS = Date.UTC(2026, 10, 20, 16);

interface Sale {
  readonly company: Company;
  readonly order: Order;
}

function sell({ company, order }: Sale, generation: SchemaGeneration): Draft {
  const draft = draftCreditoFiscal(order, { company, generation, place: null });
  if (draft.kind === 'problems') throw new Error(JSON.stringify(draft.problems));
  return draft;
}

function ccfOf(sale: Draft, generation: SchemaGeneration) {
  const identity = identitiesOf({ tipoDte: '03', generation, postedMs: POSTED_MS })(sale);
  return readIssuedCcf(documentText(sale.text, identity));
}

const SHARED = ['totalNoSuj', 'totalExenta', 'totalGravada', 'subTotalVentas', 'totalDescu', 'tributos'];

/** The amounts of a summary under the names of v2. */
function amountsOf(resumen: unknown) {
  const { ivaPerci1, ivaRete1, ...others } = Object(resumen);
  const all = { ivaPerci: ivaPerci1, ivaRete: ivaRete1, ...others };
  return [...SHARED, 'montoTotalOperacion', 'ivaPerci', 'ivaRete'].map((name) => all[name]);
}

describe.each([
  ['v1', 'v1'],
  ['v1', 'v2'],
  ['v2', 'v2'],
  ['v2', 'v1'],
] as const)('a note that clones a CCF of %s in %s', (before, after) => {
  const companies = sampleCompanies('v2', { seed: SEED, count: 5 });
  // What v1 admits, v2 admits too.
  const sales = fc
    .constantFrom(...companies)
    .chain((company) => creditoFiscalOrder(company, 'v1').map((order) => ({ company, order })));

  it('has its amounts and its recipient, and takes just what the CCF sold', () => {
    const check = (sale: Sale) => {
      const sold = sell(sale, before);
      const ccf = ccfOf(sold, before);
      const terms = { company: sale.company, place: sold, ccf, lines: null, observations: null };
      const note = draftNote(terms, after);
      if (note.kind === 'problems') throw new Error(JSON.stringify(note.problems));
      expect(amountsOf(draftedMember(note, 'resumen'))).toEqual(amountsOf(draftedMember(sold, 'resumen')));
      expect(noteObstacle({ invalidation: null, notes: [] }, ccfAmounts(ccf), note.amounts)).toBeNull();
      const { nit: _, ...expected } = Object(draftedMember(sell(sale, after), 'receptor'));
      const { correo: __, ...place } = before === after ? expected : { ...expected, correo: null };
      expect(draftedMember(note, 'receptor')).toMatchObject({
        ...place,
        direccion: { ...place.direccion, complemento: expect.any(String) },
      });
    };
    fc.assert(fc.property(sales, check), { seed: SEED, numRuns: 40 });
  });
});

describe('a note of lines', () => {
  const company = exampleCompany();
  const order = exampleOrder({
    tipoDte: '03',
    customer: exampleContribuyente({ typeContributor: 3 }),
    lines: [exampleLine({ quantity: 200 })],
    activityCode: '46900',
    transactionCondition: 1,
  });
  const sold = sell({ company, order }, 'v2');
  const ccf = ccfOf(sold, 'v2');
  const draft = (lines: readonly OrderLine[]) =>
    draftNote({ company, place: sold, ccf, lines, observations: 'Devuelto' }, 'v2');

  it('gives back its share of what the CCF carried, in the activity of the CCF', () => {
    const note = draft([exampleLine({ quantity: 10 })]);
    expect(draftedMember(note, 'resumen')).toMatchObject({
      montoTotalOperacion: 11.3,
      ivaRete: 0.1,
      ivaPerci: 0,
      observaciones: 'Devuelto',
    });
    expect(draftedMember(note, 'emisor')).toMatchObject({ codActividad: '46900' });
    expect(note).toMatchObject({ amounts: { gross: 1_130_000_000n, net: 1_000_000_000n } });
  });

  it('comes from an establishment of the company', () => {
    const elsewhere = { establishment: establishmentOf('M009'), pointOfSale: pointOfSaleOf('P001') };
    const note = draftNote({ company, place: elsewhere, ccf, lines: null, observations: null }, 'v2');
    expect(problemsOf(note)).toHaveLength(1);
  });
});

/** Mejicanos, in San Salvador Centro. */
const PLACE = { departamento: '06', municipio: '23', distrito: '08', complemento: 'Calle 9' };
const SAN_SALVADOR = { departamento: '06', municipio: '23', distrito: '14' };
const ILOBASCO = { departamento: '09', municipio: '11', distrito: '03' };

function addressIn(
  generation: SchemaGeneration,
  direccion: CcfReceptor['direccion'],
  issuerTerritory = SAN_SALVADOR,
) {
  const { value, problems } = noteReceptor({ ...CONTRIBUYENTE, direccion }, { generation, issuerTerritory });
  return value?.direccion ?? problems;
}

describe('the recipient of a note', () => {
  it('is the CCF’s, word for word, in one generation', () => {
    expect(addressIn('v2', PLACE)).toEqual(PLACE);
    const named = { ...PLACE, distrito: null, complemento: 'Calle 9, Mejicanos' };
    expect(addressIn('v1', named)).toMatchObject({ complemento: 'Calle 9, Mejicanos' });
    const setting = { generation: 'v2', issuerTerritory: SAN_SALVADOR } as const;
    expect(noteReceptor({ ...CONTRIBUYENTE, direccion: PLACE }, setting).value).toEqual({
      ...CONTRIBUYENTE,
      direccion: PLACE,
    });
  });

  it('of a CCF without district is in the one that its address names', () => {
    const named = { ...PLACE, distrito: null, complemento: 'Calle 9, Mejicanos' };
    expect(addressIn('v2', named)).toEqual({ ...named, distrito: '08' });
  });

  it('is else in the issuer’s district, or in the lowest of its municipality', () => {
    const unnamed = { ...PLACE, distrito: null };
    expect(addressIn('v2', unnamed)).toEqual({ ...unnamed, distrito: '14' });
    expect(addressIn('v2', unnamed, ILOBASCO)).toEqual({ ...unnamed, distrito: '03' });
  });

  it('loses its district in v1, where the address names it', () => {
    expect(addressIn('v1', PLACE)).toMatchObject({ complemento: 'Calle 9, Mejicanos' });
  });

  it('cannot be abroad in v1', () => {
    const abroad = { departamento: '00', municipio: '00', distrito: '00', complemento: '5th Avenue' };
    expect(addressIn('v2', abroad)).toEqual(abroad);
    expect(addressIn('v1', abroad)).toEqual([
      { path: 'document_id', code: 'unknown_place', message: expect.stringContaining('extranjero') },
    ]);
  });
});
