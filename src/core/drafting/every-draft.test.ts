import { describe, expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { exampleIssuer } from '../../../test/support/example-issuer.ts';
import {
  exampleContext,
  exampleExportTerms,
  exampleLine,
  exampleOrder,
  exampleParty,
  examplePayment,
} from '../../../test/support/example-order.ts';
import { sentences } from '../../../test/support/example-parties.ts';
import type { DteObject } from '../dte/structure/write.ts';
import { decimal, formatDecimal, fromInteger } from '../money/decimal.ts';
import { draftOrder } from './draft-order.ts';
import {
  checkedDraft,
  type DraftedKind,
  layGroundwork,
  limitProblems,
  MalformedDocument,
  partyContext,
  readApendice,
  readPagos,
} from './every-draft.ts';
import type { Order, PaymentOrder } from './order.ts';

function lay(changes: Partial<Order>) {
  const { value: groundwork, problems } = layGroundwork(exampleOrder(changes), exampleContext());
  return { groundwork, problems: sentences(problems) };
}

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
      'establishment: No es un establecimiento de la empresa, que tiene M001.',
      'lines[0].unit: No existe el código «98»; vea /catalogs/units.',
      'lines[1].quantity: Debe ser mayor que cero; se redondea a 8 decimales.',
      'lines[2].unit: No existe el código «»; vea /catalogs/units.',
    ]);
    expect(groundwork).toMatchObject({ complete: false, issuer: null });
  });

  it.each([
    ['01', ['export: Solo se envía con doc_type 11.']],
    ['03', ['export: Solo se envía con doc_type 11.']],
    ['14', ['export: Solo se envía con doc_type 11.']],
    ['11', []],
  ] as const)('has export terms in type 11 alone, not in %s', (tipoDte, problems) => {
    expect(lay({ tipoDte, exportTerms: exampleExportTerms() }).problems).toEqual(problems);
    expect(lay({ tipoDte, exportTerms: null }).problems).toEqual([]);
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
  const place = { address: 'Calle 2', department: '02', municipality: '15', district_code: '10' };
  const elsewhere = [{ code: 'S002', points_of_sale: ['P001'], ...place }];

  it.each([
    ['the establishment’s', exampleIssuer({ establishments: elsewhere }), '10'],
    ['the company’s where that has none', exampleIssuer(), '14'],
    ['the company’s where there is no issuer', null, '14'],
  ])('has the place of %s', (_, issuer, distrito) => {
    expect(partyContext('subject', exampleContext(), issuer)).toMatchObject({
      path: 'subject',
      generation: 'v2',
      issuerTerritory: { distrito },
    });
  });
});

/** What the rules of the example order build, as it stands in the draft's text. */
function exampleBody(): DteObject {
  const drafting = draftOrder(exampleOrder({ customer: exampleParty({ name: 'Ana' }) }), exampleContext());
  if (drafting.kind === 'problems') throw new Error('the example is right');
  return JSON.parse(drafting.text);
}

const KIND: DraftedKind = { issuer: exampleIssuer(), tipoDte: '01', generation: 'v2' };

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
    checkedDraft(KIND, withIntegers({ ...exampleBody(), ...blocks }), SUMMARY);
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
    expect(checkedDraft(KIND, withIntegers(exampleBody()), SUMMARY)).toMatchObject({
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
    receptor: Object.assign({}, exampleBody()['receptor'], { correo }),
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

it('a malformed document names type, generation and ten places, and counts the others', () => {
  const paths = Array.from({ length: 2000 }, (_, index) => `#/cuerpoDocumento/${index}`);
  const odd = paths.map((path) => ({ path, message: 'is odd' }));
  const error = new MalformedDocument({ tipoDte: '14', generation: 'v1' }, odd);
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ name: 'MalformedDocument', paths });
  expect(error.message).toMatch(
    /^a drafted document of type 14 \(v1\) is malformed: #\/cuerpoDocumento\/0 is odd; #\/cuerpoDocumento\/1 is odd; .*cuerpoDocumento\/9 is odd; and 1990 more$/,
  );
});

describe('payments', () => {
  const HUNDRED = decimal('100');

  function read(changes: Partial<Order>, total = HUNDRED) {
    const { value: pagos, problems } = readPagos(exampleOrder(changes), total);
    return { pagos, problems: sentences(problems) };
  }

  function listed(...payments: readonly Partial<PaymentOrder>[]): Partial<Order> {
    return { payments: payments.map(examplePayment), paymentsListed: true };
  }

  function amounts(...payments: readonly Partial<PaymentOrder>[]): readonly string[] {
    const { pagos, problems } = read(listed(...payments));
    return problems.length > 0
      ? problems.map((sentence) => sentence.replace(/:.*/, ''))
      : pagos.map((pago) => formatDecimal(pago.montoPago));
  }

  describe('one payment', () => {
    it('is of the whole amount, in cash, without terms', () => {
      expect(read({})).toEqual({
        pagos: [{ codigo: '01', montoPago: HUNDRED, referencia: null, plazo: null, periodo: null }],
        problems: [],
      });
    });

    it('of nothing is possible: a gift', () => {
      expect(read({}, 0n).pagos).toMatchObject([{ montoPago: 0n }]);
    });

    it.each(['', '1', '06', '07', '16', '98', ' 01'])('by the unknown method %j is refused', (method) => {
      expect(read({ payments: [examplePayment({ method })] }).problems).toEqual([
        `payment_method: No existe el código «${method}»; vea /catalogs/payment-methods.`,
      ]);
      expect(read(listed({ method: '01', amount: 1 }, { method })).problems).toEqual([
        `payments[1].method: No existe el código «${method}»; vea /catalogs/payment-methods.`,
      ]);
    });
  });

  describe('several payments', () => {
    it('add up to the total, or one takes the rest', () => {
      expect(amounts({ amount: 60 }, { amount: 40 })).toEqual(['60', '40']);
      expect(amounts({ amount: 60.01 }, { method: '03' })).toEqual(['60.01', '39.99']);
      expect(amounts({}, { amount: 0.01 }, { amount: 0.02 })).toEqual(['99.97', '0.01', '0.02']);
      expect(amounts({ amount: 100 }, {})).toEqual(['100', '0']);
    });

    it.each([
      [[{ amount: 99.99 }]],
      [[{ amount: 100.01 }]],
      [[{ amount: 60 }, { amount: 39.99 }]],
      [[{ amount: 100.01 }, {}]],
      [[{}, {}]],
      [[]],
    ])('that do not are refused: %j', (payments) => {
      expect(read(listed(...payments)).problems).toEqual([
        'payments: Los montos deben sumar el total a pagar, 100.00; solo uno puede omitirse.',
      ]);
    });

    it.each([
      [-1, 'Debe ser un monto en dólares con 2 decimales como máximo, no negativo.'],
      [1.005, 'Debe ser un monto en dólares con 2 decimales como máximo, no negativo.'],
      [Number.NaN, 'Debe ser un número, como 1.50.'],
      [1e21, 'Admite como máximo 11 dígitos enteros.'],
    ])('of %d are refused at their place', (amount, message) => {
      const { problems } = read(listed({ amount }, {}));
      expect(problems).toEqual([`payments[0].amount: ${message}`]);
    });

    it('carry a reference of at most 50 code points', () => {
      const reference = '👍'.repeat(50);
      expect(read(listed({ amount: 100, reference })).pagos).toMatchObject([{ referencia: reference }]);
      expect(read(listed({ amount: 50 }, { reference: `${reference}.` })).problems).toEqual([
        'payments[1].reference: Admite como máximo 50 caracteres.',
      ]);
    });
  });

  describe('terms', () => {
    it.each([
      [2, {}, '01', 1],
      [2, { period: 30 }, '01', 30],
      [2, { deadline: 2 }, '02', 1],
      [2, { deadline: 2, period: 6 }, '02', 6],
      [1, { deadline: 1, period: 30 }, null, null],
      [3, { deadline: 1, period: 30 }, null, null],
    ])(
      'go with every payment of a sale on credit (%i, %j)',
      (...[transactionCondition, terms, plazo, units]) => {
        const periodo = units === null ? null : fromInteger(units);
        expect(read({ ...listed({ amount: 40 }, {}), transactionCondition, ...terms })).toMatchObject({
          pagos: [
            { plazo, periodo },
            { plazo, periodo },
          ],
          problems: [],
        });
      },
    );

    it.each([0, -3, 1.5])('period %j is none', (period) => {
      const { problems } = read({ transactionCondition: 2, deadline: 1, period });
      expect(problems).toEqual(['period: Debe ser un número entero mayor que cero.']);
    });
  });

  it('reads the appendix in the Ministry’s names', () => {
    expect(readApendice([{ field: 'caja', label: 'Caja', value: '3' }])).toEqual([
      { campo: 'caja', etiqueta: 'Caja', valor: '3' },
    ]);
    expect(readApendice([])).toBeNull();
  });
});
