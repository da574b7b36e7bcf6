import { describe, expect, it } from 'vitest';
import { draftedMember } from '../../../test/support/drafted.ts';
import { exampleCompany } from '../../../test/support/example-company.ts';
import {
  exampleContext,
  exampleExportTerms,
  exampleLine,
  exampleOrder,
  exampleParty,
  examplePayment,
  problemsOf,
} from '../../../test/support/example-order.ts';
import {
  exampleContribuyente,
  exampleExtranjero,
  exampleSubject,
  sentences,
} from '../../../test/support/example-parties.ts';
import { units } from '../../catalogs/data/units.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import { draftOrder } from './draft-order.ts';
import type { DraftContext, Drafting, Order } from './order.ts';

const BY_SEA = exampleExportTerms({
  incoterm: '09',
  fiscalPrecinct: '02',
  regimeType: 'EX-1',
  regime: '1000.000',
});
/** What makes the example an order of its type. */
const USUAL = {
  '01': {},
  '03': { customer: exampleContribuyente() },
  '11': { customer: exampleExtranjero(), exportTerms: BY_SEA },
  '14': { customer: exampleSubject() },
} as const;
type Drafted = keyof typeof USUAL;

function draft(tipoDte: Drafted, changes: Partial<Order>, context: Partial<DraftContext> = {}): Drafting {
  const order = exampleOrder({ tipoDte, ...USUAL[tipoDte], ...changes });
  return draftOrder(order, exampleContext(context));
}

function problems(tipoDte: Drafted, changes: Partial<Order>, context: Partial<DraftContext> = {}) {
  return sentences(problemsOf(draft(tipoDte, changes, context)));
}

const costing = (...prices: readonly number[]) => ({
  lines: prices.map((unitPrice) => exampleLine({ unitPrice })),
});
const GENERATIONS: readonly SchemaGeneration[] = ['v1', 'v2'];

describe('an order', () => {
  it.each([
    ['01', 'totalIva'],
    ['03', 'ivaPerci'],
    ['11', 'flete'],
    ['14', 'totalCompra'],
  ] as const)('of type %s is drafted by the rules of its type', (tipoDte, amount) => {
    expect(draftedMember(draft(tipoDte, {}), 'resumen')).toHaveProperty(amount);
  });

  it.each([
    ['01', null],
    ['03', 'Pan'],
    ['11', null],
  ] as const)('of type %s names a trade of three letters in v1 as %s', (tipoDte, nombreComercial) => {
    const company = exampleCompany({ trade_name: 'Pan' });
    const [v1, v2] = GENERATIONS.map((generation) =>
      draftedMember(draft(tipoDte, {}, { company, generation }), 'emisor'),
    );
    expect(v1).toMatchObject({ nombreComercial });
    expect(v2).toMatchObject({ nombreComercial: 'Pan' });
  });

  it('of type 05 does not exist', () => {
    expect(() => draftOrder(exampleOrder({ tipoDte: '05' }), exampleContext())).toThrow(
      new RangeError('a credit note is drafted from the document it adjusts'),
    );
  });

  it.each([
    ['03', 'customer: Es obligatorio en un crédito fiscal.'],
    ['11', 'customer: Es obligatorio en una exportación.'],
    ['14', 'subject: Es obligatorio.'],
  ] as const)('of type %s describes its customer', (tipoDte, problem) => {
    expect(problems(tipoDte, { customer: null })).toEqual([problem]);
    expect(problems(tipoDte, { customer: null, customerName: 'Ana' })).toEqual([problem]);
  });

  it.each([
    ['03', 'lines: El total debe ser mayor que cero (esquema fe-ccf-v3).'],
    ['11', 'lines: El total debe ser mayor que cero (esquema fe-fex-v1).'],
  ] as const)('of type %s is about money in v1', (tipoDte, problem) => {
    for (const line of [{ unitPrice: 0 }, { discountPercentage: 100 }]) {
      const lines = [exampleLine(line)];
      expect(problems(tipoDte, { lines }, { generation: 'v1' })).toEqual([problem]);
      expect(problems(tipoDte, { lines })).toEqual([]);
    }
  });

  const known = exampleParty({ name: 'Cliente', documentNumber: '123' });
  const large = exampleContribuyente({ typeContributor: 3 });
  const service = exampleLine({ isService: true, unitPrice: 99_999_999_999 });
  it.each<[string, Drafted, Partial<Order>, Partial<Order>]>([
    [
      'a sale',
      '01',
      { customer: known, ...costing(50_000_000_000, 50_000_000_000) },
      { customer: known, ...costing(99_999_999_999) },
    ],
    ['a sale to a taxpayer', '03', costing(99_999_999_990, 10), costing(99_999_999_980, 10)],
    [
      'what the retention would hide',
      '03',
      { customer: large, ...costing(99_999_999_990, 10) },
      { customer: large, ...costing(99_999_999_980, 10) },
    ],
    [
      'the freight',
      '11',
      { ...costing(99_999_999_999), exportTerms: { ...BY_SEA, freight: 1 } },
      { ...costing(99_999_999_999), exportTerms: { ...BY_SEA, freight: 0.99 } },
    ],
    [
      'a purchase, whatever is retained',
      '14',
      { lines: [service, exampleLine({ isService: true, unitPrice: 1 })] },
      { lines: [service] },
    ],
  ])('reaches the limit with %s (type %s)', (_, tipoDte, above, below) => {
    expect(problems(tipoDte, above)).toEqual(['lines: El total debe ser menor que 100,000,000,000.']);
    expect(problems(tipoDte, below)).toEqual([]);
  });

  it('reaches the limit with the perception, or with what it gives away', () => {
    const company = exampleCompany({ vat_perception_agent: true });
    expect(problems('03', costing(99_999_999_980, 10), { company })).toEqual([
      'lines: El total debe ser menor que 100,000,000,000.',
    ]);
    const given = exampleLine({ unitPrice: 50_000_000_000, discountPercentage: 100 });
    expect(problems('01', { lines: [given, given], customer: known })).toEqual([
      'lines: El total de descuentos debe ser menor que 100,000,000,000.',
    ]);
  });

  it('has payments that add up to what is left after retention', () => {
    const gross = { ...costing(113), payments: [examplePayment({ amount: 113 })], paymentsListed: true };
    expect(problems('03', { customer: large, ...gross })).toEqual([
      'payments: Los montos deben sumar el total a pagar, 112.00; solo uno puede omitirse.',
    ]);
  });

  it('has readable lines to compare payments with, and is told of them as far as they need no total', () => {
    const payments = [examplePayment({ amount: 5 })];
    expect(problems('01', { payments, paymentsListed: true })).toEqual([
      'payments: Los montos deben sumar el total a pagar, 1.13; solo uno puede omitirse.',
    ]);
    const lines = [exampleLine({ quantity: 0 })];
    const unread = 'lines[0].quantity: Debe ser mayor que cero; se redondea a 8 decimales.';
    expect(problems('01', { payments, paymentsListed: true, lines })).toEqual([unread]);
    const unknown = [examplePayment({ method: '77', amount: 5 })];
    expect(problems('01', { payments: unknown, paymentsListed: true, lines })).toEqual([
      unread,
      'payments[0].method: No existe el código «77»; vea /catalogs/payment-methods.',
    ]);
  });

  it.each(['01', '03', '11', '14'] as const)('of type %s for nothing is not on credit', (tipoDte) => {
    const credit = { transactionCondition: 2, deadline: 1, period: 30 };
    const free = { ...credit, lines: [exampleLine({ discountPercentage: 100 })] };
    // The schemas of the generation before admit no total of 0 for a CCF and an export.
    for (const generation of GENERATIONS.slice(tipoDte === '03' || tipoDte === '11' ? 1 : 0)) {
      const context = { company: exampleCompany(), generation };
      expect(draftedMember(draft(tipoDte, free, context), 'resumen')).toMatchObject({
        condicionOperacion: 1,
      });
      expect(draftedMember(draft(tipoDte, credit, context), 'resumen')).toMatchObject({
        condicionOperacion: 2,
      });
    }
  });

  it('names everything that is wrong at once', () => {
    const order = {
      customer: exampleContribuyente({ nit: null, nrc: 'x' }),
      establishment: 'M999',
      lines: [exampleLine({ unit: '98' })],
      payments: [examplePayment({ method: '77' })],
      transactionCondition: 2,
      period: 0,
    };
    expect(problems('03', order)).toEqual([
      'establishment: No es un establecimiento de la empresa, que tiene M001.',
      'lines[0].unit: No existe el código «98»; vea /catalogs/units.',
      'customer.nrc: el NRC debe tener de 2 a 8 dígitos.',
      'customer.nit: Es obligatorio en un crédito fiscal.',
      'period: Debe ser un número entero mayor que cero.',
      'payment_method: No existe el código «77»; vea /catalogs/payment-methods.',
    ]);
  });

  it('takes every unit of CAT-014, in v1 too', () => {
    const refused = units.rows.filter(({ code }) =>
      GENERATIONS.some(
        (generation) => problems('14', { lines: [exampleLine({ unit: code })] }, { generation }).length > 0,
      ),
    );
    expect(refused).toEqual([]);
  });
});

describe('an invoice', () => {
  it('has no recipient for nobody, a name alone for a bare name', () => {
    expect(draftedMember(draft('01', {}), 'receptor')).toBeNull();
    const drafting = draft('01', { customerName: 'Doña Ficticia' });
    expect(draftedMember(drafting, 'receptor')).toMatchObject({ nombre: 'Doña Ficticia', direccion: null });
    expect(drafting).toMatchObject({ summary: { customerName: 'Doña Ficticia' } });
  });

  const identified = { name: 'Cliente', documentType: '13', documentNumber: '012345678' };

  it.each([
    ['v1', [1094.99, 1095], 'Es obligatorio: el esquema v1 lo exige desde 1095.00.'],
    ['v2', [24_999.99, 25_000], 'Es obligatorio: Hacienda lo exige desde 25000.00.'],
  ] as const)('identifies its buyer in %s from the second of %j on', (generation, [below, from], message) => {
    const of = (price: number, changes: Partial<Order>) =>
      problems('01', { ...costing(price), ...changes }, { generation });
    expect(of(below, {})).toEqual([]);
    expect(of(from, {})).toEqual([`customer: ${message}`]);
    expect(of(from, { customerName: 'Cliente' })).toEqual([`customer: ${message}`]);
    expect(of(from, { customer: exampleParty({ name: 'Cliente' }) })).toEqual([
      `customer.document_number: ${message}`,
    ]);
    expect(of(from, { customer: exampleParty({ ...identified, name: null }) })).toEqual([
      `customer.name: ${message}`,
    ]);
    expect(of(from, { customer: exampleParty(identified) })).toEqual([]);
  });

  it('has one problem, not two, with a number that was sent and is wrong', () => {
    const customer = exampleParty({ ...identified, documentNumber: '012345670' });
    expect(problems('01', { ...costing(25_000), customer })).toEqual([
      'customer.document_number: el dígito verificador del DUI no es correcto.',
    ]);
  });
});

it('a CCF of nothing is one in v2', () => {
  expect(draftedMember(draft('03', costing(0)), 'resumen')).toMatchObject({
    totalGravada: 0,
    tributos: null,
    totalPagar: 0,
    totalLetras: 'CERO DÓLARES CON 00/100',
  });
});

describe('an export', () => {
  it('retains nothing, whoever the buyer is', () => {
    const customer = exampleExtranjero({ typeContributor: 3 });
    expect(draft('11', { ...costing(500), customer })).toMatchObject({ summary: { amountTotal: '500.00' } });
  });

  it.each([
    ['v1', 'facturas@ejemplo.com', {}],
    ['v1', 'respaldo@ejemplo.com', { delivery: { fallback_email: 'respaldo@ejemplo.com' } }],
    ['v2', null, {}],
  ] as const)('in %s has the e-mail %s where the customer has none', (generation, correo, changes) => {
    const context = { generation, company: exampleCompany(changes) };
    expect(draftedMember(draft('11', costing(10_000), context), 'receptor')).toMatchObject({ correo });
  });

  const NO_DOLLARS = 'Debe ser un monto en dólares con 2 decimales como máximo, no negativo.';
  it.each([
    ['freight', -1, NO_DOLLARS],
    ['insurance', 0.005, NO_DOLLARS],
    ['freight', 1e21, 'Admite como máximo 11 dígitos enteros.'],
    ['insurance', Number.NaN, 'Debe ser un número, como 1.50.'],
  ])('has no %s of %s', (field, amount, message) => {
    expect(problems('11', { exportTerms: { ...BY_SEA, [field]: amount } })).toEqual([
      `export.${field}: ${message}`,
    ]);
  });

  it.each(['exempt', 'non_subject'] as const)('sells no lines that are %s', (saleType) => {
    expect(problems('11', { lines: [exampleLine(), exampleLine({ saleType })] })).toEqual([
      'lines[1].sale_type: No se envía en una exportación.',
    ]);
  });

  it('sells lines that are goods and services in v1, not in v2', () => {
    const lines = [exampleLine({ itemType: 3 })];
    expect(problems('11', { lines })).toEqual(['lines[0].item_type: Debe ser 1 o 2 en una exportación.']);
    expect(problems('11', { lines }, { generation: 'v1' })).toEqual([]);
  });

  it.each<[string, SchemaGeneration, readonly string[]]>([
    ['🥖'.repeat(500), 'v1', []],
    ['x'.repeat(501), 'v1', ['observations: Admite como máximo 500 caracteres en v1.']],
    ['x'.repeat(3000), 'v2', []],
  ])('has at most 500 characters of observations in v1', (observations, generation, expected) => {
    expect(problems('11', { observations }, { generation })).toEqual(expected);
  });

  it('may be of freight alone, in v1', () => {
    const shipped = { ...costing(0), exportTerms: { ...BY_SEA, freight: 0.01 } };
    expect(problems('11', shipped, { generation: 'v1' })).toEqual([]);
  });
});

describe('a subject', () => {
  it('may say its activity, its place, its telephone and its e-mail', () => {
    const customer = exampleSubject({
      activityCode: '16220',
      department: '05',
      municipality: '0528',
      districtCode: '11',
      address: 'Pasaje 3',
      phone: '7000-0000',
      email: 'juan@ejemplo.com',
    });
    expect(draftedMember(draft('14', { customer }), 'receptor')).toMatchObject({
      codActividad: '16220',
      direccion: { departamento: '05', municipio: '28', distrito: '11', complemento: 'Pasaje 3' },
      telefono: '7000-0000',
      correo: 'juan@ejemplo.com',
    });
  });

  it.each([
    [{ name: null }, 'name: Es obligatorio.'],
    [{ documentNumber: null }, 'document_number: Es obligatorio.'],
    [{ documentNumber: '01234567-1' }, 'document_number: el dígito verificador del DUI no es correcto.'],
    [{ district: '999999' }, 'district: No existe el distrito «999999»; vea /catalogs/districts/search.'],
    [{ activityCode: '1' }, 'activity_code: No existe el código «1»; vea /catalogs/activities.'],
  ])('cannot be %j', (changes, problem) => {
    expect(problems('14', { customer: exampleSubject(changes) })).toEqual([`subject.${problem}`]);
  });

  it.each([
    ['02', 'RES 1', 'RES 1'],
    ['03', 'A123', 'A123'],
    ['13', '01234567-8', '012345678'],
    ['36', '0614-010190-002-0', '06140101900020'],
    ['37', 'X-1', 'X-1'],
    [null, 'X-1', 'X-1'],
  ] as const)('of document type %s may have the number %s', (documentType, documentNumber, numDocumento) => {
    const customer = exampleSubject({ documentType, documentNumber });
    expect(draftedMember(draft('14', { customer }), 'receptor')).toMatchObject({
      tipoDocumento: documentType ?? '37',
      numDocumento,
    });
  });
});
