import { describe, expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import {
  exampleContext,
  exampleExportTerms,
  exampleLine,
  exampleOrder,
  exampleParty,
} from '../../../test/support/example-order.ts';
import { sentences } from '../../../test/support/example-parties.ts';
import type { Company } from '../company/company.ts';
import type { DteObject } from '../dte/structure/write.ts';
import { decimal } from '../money/decimal.ts';
import { draftOrder } from './draft-order.ts';
import {
  checkedDraft,
  type DraftedKind,
  layGroundwork,
  limitProblems,
  MalformedDocument,
  partyContext,
} from './every-draft.ts';
import type { Order } from './order.ts';

function lay(changes: Partial<Order>) {
  const { value: groundwork, problems } = layGroundwork(exampleOrder(changes), exampleContext());
  return { groundwork, problems: sentences(problems) };
}

const SILENT = exampleExportTerms();

describe('the groundwork', () => {
  it('is an issuer and priced lines', () => {
    const { groundwork, problems } = lay({ lines: [exampleLine(), exampleLine()] });
    expect(problems).toEqual([]);
    expect(groundwork).toMatchObject({ complete: true, issuer: { pointOfSale: 'P001' } });
    expect(groundwork.lines).toHaveLength(2);
  });

  it('names what is wrong with issuer, lines and units at once', () => {
    const lines = [exampleLine({ unit: '98' }), exampleLine({ quantity: 0 }), exampleLine({ unit: '' })];
    const { groundwork, problems } = lay({ establishment: 'M999', lines });
    expect(problems).toEqual([
      'establishment: No es un establecimiento de la empresa.',
      'lines[0].unit: No existe en el catálogo de unidades (CAT-014).',
      'lines[1].quantity: Debe ser mayor que cero; se redondea a 8 decimales.',
      'lines[2].unit: No existe en el catálogo de unidades (CAT-014).',
    ]);
    expect(groundwork).toMatchObject({ complete: false, issuer: null });
  });

  it.each(['01', '03', '14'] as const)('of type %s has no export terms', (tipoDte) => {
    expect(lay({ tipoDte, exportTerms: SILENT }).problems).toEqual([
      'export: Solo se envía con doc_type 11.',
    ]);
    expect(lay({ tipoDte, exportTerms: null }).problems).toEqual([]);
  });

  it('of type 11 may have them', () => {
    expect(lay({ tipoDte: '11', exportTerms: SILENT }).problems).toEqual([]);
  });
});

describe('the limits', () => {
  const LIMIT = decimal('100000000000');
  const CENT = decimal('0.01');

  it.each([
    [LIMIT - CENT, LIMIT - CENT, []],
    [LIMIT, 0n, ['lines: El total debe ser menor que 100,000,000,000.']],
    [0n, LIMIT, ['lines: El total de descuentos debe ser menor que 100,000,000,000.']],
  ])('for a total of %s and discounts of %s', (total, discounts, expected) => {
    expect(sentences(limitProblems(total, discounts))).toEqual(expected);
  });
});

describe('the context of a party', () => {
  const context = exampleContext({
    company: exampleCompany({
      establishments: [
        { code: 'M001', points_of_sale: ['P001'] },
        {
          code: 'S002',
          points_of_sale: ['P001'],
          address: 'Calle 2',
          department: '02',
          municipality: '15',
          district_code: '10',
        },
      ],
    }),
  });

  it.each([
    ['M001', { departamento: '06', municipio: '23', distrito: '14' }],
    ['S002', { departamento: '02', municipio: '15', distrito: '10' }],
  ])('has the place of %s', (establishment, territory) => {
    const { issuer } = layGroundwork(exampleOrder({ establishment }), context).value;
    expect(partyContext('subject', context, issuer)).toMatchObject({
      path: 'subject',
      generation: 'v2',
      issuerTerritory: territory,
    });
  });

  it('has the company’s where there is no issuer', () => {
    const { issuerTerritory } = partyContext('customer', context, null);
    expect(issuerTerritory).toMatchObject({ distrito: '14' });
  });
});

/** What the rules of the example order build, as it stands in the draft's text. */
function exampleBody(): DteObject {
  const drafting = draftOrder(exampleOrder({ customer: exampleParty({ name: 'Ana' }) }), exampleContext());
  if (drafting.kind === 'problems') throw new Error('the example is right');
  return JSON.parse(drafting.text);
}

function kindOf(company: Company = exampleCompany()): DraftedKind {
  const { issuer } = layGroundwork(exampleOrder(), exampleContext({ company })).value;
  if (issuer === null) throw new Error('the example has an issuer');
  return { issuer, tipoDte: '01', generation: 'v2' };
}

const SUMMARY = {
  customerName: 'Ana',
  amountTaxable: '1.00',
  amountVat: '0.13',
  amountGross: '1.13',
  amountRetention: '0.00',
  amountTotal: '1.13',
};

/** What is thrown for the example with these blocks in place of its own. */
function thrownFor(blocks: DteObject): MalformedDocument | null {
  try {
    checkedDraft(kindOf(), withIntegers({ ...exampleBody(), ...blocks }), SUMMARY);
    return null;
  } catch (error) {
    if (error instanceof MalformedDocument) return error;
    throw error;
  }
}

/** The numbers of the example are whole or hundredths; a draft writes amounts as decimals. */
function withIntegers(body: DteObject): DteObject {
  return JSON.parse(JSON.stringify(body), (_, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? BigInt(Math.round(value * 1e8)) : value,
  );
}

describe('a checked draft', () => {
  it('is the finished draft where nothing is wrong', () => {
    expect(checkedDraft(kindOf(), withIntegers(exampleBody()), SUMMARY)).toMatchObject({
      kind: 'draft',
      establishment: 'M001',
      text: JSON.stringify(exampleBody()),
    });
  });

  it.each<[string, DteObject, readonly string[]]>([
    ['a key too many', { secreto: 'x' }, ['#/secreto']],
    ['an empty body', { cuerpoDocumento: [] }, ['#/cuerpoDocumento']],
    ['an appendix without entries', { apendice: [] }, ['#/apendice']],
    [
      'an entry with one wrong key',
      { apendice: [{ campo: 'a', etiqueta: 'b', valr: 'c' }] },
      ['#/apendice/0/valor', '#/apendice/0/valr'],
    ],
  ])('is refused for %s', (_, blocks, paths) => {
    expect(thrownFor(blocks)?.paths).toEqual(paths);
  });

  it('is refused for what stands in the company’s own data', () => {
    const company = Object.assign(exampleCompany(), { phone: '1', nrc: 'XYZZY-123' });
    expect(() => draftOrder(exampleOrder(), exampleContext({ company }))).toThrow(MalformedDocument);
    const inV1 = () => draftOrder(exampleOrder(), exampleContext({ company, generation: 'v1' }));
    expect(inV1).toThrow(/#\/emisor\/nrc .*#\/emisor\/telefono/);
    expect(inV1).not.toThrow(/XYZZY/);
  });

  it('tells where, not what', () => {
    const error = thrownFor({
      apendice: [{ campo: 'clave', etiqueta: 'Clave', valor: 'secreto'.repeat(30) }],
    });
    expect(error?.message).toBe(
      'a drafted document of type 01 (v2) is malformed: #/apendice/0/valor must have 0 to 150 characters',
    );
  });
});

describe('the e-mail of a recipient', () => {
  const recipient = (correo: DteObject[string]) => ({
    receptor: {
      tipoDocumento: null,
      numDocumento: null,
      nrc: null,
      nombre: 'Ana',
      codActividad: null,
      descActividad: null,
      direccion: null,
      telefono: null,
      correo,
    },
  });

  it.each(['x', 'nadie', 'a@b', ''])('is passed on as it is: %j', (correo) => {
    expect(thrownFor(recipient(correo))).toBeNull();
    const order = exampleOrder({ customer: exampleParty({ email: correo }) });
    for (const generation of ['v1', 'v2'] as const)
      expect(draftOrder(order, exampleContext({ generation })).kind).toBe('draft');
  });

  it.each([[1], [['a@b.co']], [true]])('is text, or we are wrong: %j', (correo) => {
    expect(thrownFor(recipient(correo))?.paths).toEqual(['#/receptor/correo']);
  });

  it('is not the issuer’s, which is ours to keep right', () => {
    const company = Object.assign(exampleCompany(), { email: 'nadie' });
    const drafting = () => draftOrder(exampleOrder(), exampleContext({ company }));
    expect(drafting).toThrow('#/emisor/correo');
  });
});

function problems(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    path: `#/cuerpoDocumento/${index}`,
    message: 'is odd',
  }));
}

describe('a malformed document', () => {
  it('is an error that names type, generation and places', () => {
    const error = new MalformedDocument({ tipoDte: '14', generation: 'v1' }, problems(2));
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe('MalformedDocument');
    expect(error.message).toBe(
      'a drafted document of type 14 (v1) is malformed: #/cuerpoDocumento/0 is odd; #/cuerpoDocumento/1 is odd',
    );
    expect(error.paths).toEqual(['#/cuerpoDocumento/0', '#/cuerpoDocumento/1']);
  });

  it('shows ten places and counts the others', () => {
    const error = new MalformedDocument({ tipoDte: '01', generation: 'v2' }, problems(2000));
    expect(error.message).toMatch(/cuerpoDocumento\/9 is odd; and 1990 more$/);
    expect(error.paths).toHaveLength(2000);
  });
});
