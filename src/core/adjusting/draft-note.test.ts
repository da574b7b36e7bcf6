import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleCompanies } from '../../../test/oracle/companies.ts';
import { creditoFiscalOrder } from '../../../test/oracle/orders.ts';
import { drafted, draftedMember, issuedCcf } from '../../../test/support/drafted.ts';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { CONTRIBUYENTE } from '../../../test/support/example-net.ts';
import { exampleLine, exampleOrder, problemsOf } from '../../../test/support/example-order.ts';
import { exampleContribuyente } from '../../../test/support/example-parties.ts';
import { establishmentOf, pointOfSaleOf } from '../../../test/support/identifiers.ts';
import type { Company } from '../company/company.ts';
import { draftOrder } from '../drafting/draft-order.ts';
import type { Draft, Order, OrderLine } from '../drafting/order.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import { draftNote, noteReceptor } from './draft-note.ts';
import { type CcfReceptor, ccfAmounts } from './issued-ccf.ts';
import { noteObstacle } from './standing.ts';

const SEED = 20_261_201;

interface Sale {
  readonly company: Company;
  readonly order: Order;
}

function sell({ company, order }: Sale, generation: SchemaGeneration): Draft {
  return drafted(draftOrder(order, { company, generation, place: null }));
}

const SHARED = ['totalNoSuj', 'totalExenta', 'totalGravada', 'subTotalVentas', 'totalDescu', 'tributos'];

/** The amounts of a summary under the names of v2; a note of v1 says what is paid as the whole of its operation. */
function amountsOf(resumen: unknown) {
  const { ivaPerci1, ivaRete1, ...others } = Object(resumen);
  const { montoTotalOperacion: totalPagar } = others;
  const all = { ivaPerci: ivaPerci1, ivaRete: ivaRete1, totalPagar, ...others };
  return [...SHARED, 'totalPagar', 'ivaPerci', 'ivaRete'].map((name) => all[name]);
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
      const ccf = issuedCcf(sold, before);
      const terms = { company: sale.company, place: sold, ccf, lines: null, observations: null };
      const note = drafted(draftNote(terms, after));
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
  const ccf = issuedCcf(sold, 'v2');
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
/** The same in a CCF of v1, which names the district in its address. */
const NAMED = { ...PLACE, distrito: null, complemento: 'Calle 9, Mejicanos' };
const UNNAMED = { ...PLACE, distrito: null };
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
    const setting = { generation: 'v2', issuerTerritory: SAN_SALVADOR } as const;
    expect(noteReceptor({ ...CONTRIBUYENTE, direccion: PLACE }, setting).value).toEqual({
      ...CONTRIBUYENTE,
      direccion: PLACE,
    });
  });

  it.each([
    ['v2', 'its own', PLACE, SAN_SALVADOR, PLACE],
    ['v2', 'the one that its address names', NAMED, SAN_SALVADOR, { ...NAMED, distrito: '08' }],
    ['v2', 'the issuer’s', UNNAMED, SAN_SALVADOR, { ...UNNAMED, distrito: '14' }],
    ['v2', 'the lowest of its municipality', UNNAMED, ILOBASCO, { ...UNNAMED, distrito: '03' }],
    ['v1', 'none, as its address says', NAMED, SAN_SALVADOR, { complemento: 'Calle 9, Mejicanos' }],
    ['v1', 'none, which its address names then', PLACE, SAN_SALVADOR, { complemento: 'Calle 9, Mejicanos' }],
  ] as const)('has in %s the district: %s', (...[generation, , direccion, issuer, expected]) => {
    expect(addressIn(generation, direccion, issuer)).toMatchObject(expected);
  });

  it('cannot be abroad in v1', () => {
    const abroad = { departamento: '00', municipio: '00', distrito: '00', complemento: '5th Avenue' };
    expect(addressIn('v2', abroad)).toEqual(abroad);
    expect(addressIn('v1', abroad)).toEqual([
      { path: 'document_id', code: 'unknown_place', message: expect.stringContaining('extranjero') },
    ]);
  });
});
