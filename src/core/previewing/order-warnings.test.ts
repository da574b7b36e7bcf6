import { describe, expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import {
  exampleExportTerms,
  exampleLine,
  exampleOrder,
  exampleParty,
} from '../../../test/support/example-order.ts';
import { exampleContribuyente, exampleSubject } from '../../../test/support/example-parties.ts';
import { draftOrder } from '../drafting/draft-order.ts';
import type { Order } from '../drafting/order.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import { lineWarnings, orderWarnings } from './order-warnings.ts';

const COMPANY = exampleCompany({
  email: 'facturas@ejemplo.com',
  establishments: [
    { code: 'M001', points_of_sale: ['P001'] },
    { code: 'S002', points_of_sale: ['P007', 'P008'] },
  ],
  export_defaults: {
    incoterm: '09',
    fiscal_precinct: '01',
    regime_type: 'EX-1',
    regime: '1000.000',
    country: 'GT',
  },
});
const KNOWN = { unit: '36' };

/** Code, field and words of what is told of an order, all in one. */
function told(changes: Partial<Order>, generation: SchemaGeneration = 'v2'): readonly string[] {
  const order = exampleOrder({ lines: [exampleLine(KNOWN)], ...changes });
  const draft = draftOrder(order, { company: COMPANY, generation, place: null });
  if (draft.kind === 'problems') throw new Error(JSON.stringify(draft.problems));
  return orderWarnings(order, draft).map(({ code, path, message }) => `${code} ${path}: ${message}`);
}

const codes = (some: readonly string[]) => some.map((one) => one.slice(0, one.indexOf(':')));
const IGNORED = 'No va en este tipo de documento: no se toma en cuenta.';
const instead = (value: string) => `No se envió: el documento lleva «${value}».`;

describe('what is told of an order', () => {
  it('is nothing where nothing was filled in, left out or put right', () => {
    expect(told({})).toEqual([]);
    expect(told({ customerName: 'Ana' })).toEqual([]);
    expect(told({ establishment: 'S002', pointOfSale: 'P008' })).toEqual([]);
  });

  it('names the point of sale that an establishment stands for', () => {
    expect(told({ establishment: 'S002' })).toEqual([`default_used point_of_sale: ${instead('P007')}`]);
  });

  it('names the terms that a credit takes, and that others do not take', () => {
    expect(told({ transactionCondition: 2 })).toEqual([
      `default_used deadline: ${instead('1')}`,
      `default_used period: ${instead('1')}`,
    ]);
    expect(told({ transactionCondition: 2, deadline: 2, period: 3 })).toEqual([]);
    expect(codes(told({ transactionCondition: 3, deadline: 1, period: 30 }))).toEqual([
      'field_ignored deadline',
      'field_ignored period',
    ]);
  });

  it('names a second name that is not taken', () => {
    const customer = exampleParty({ name: 'Ana', district: '062314', address: 'Calle 1' });
    expect(codes(told({ customer, customerName: 'Eva' }))).toEqual(['field_ignored customer_name']);
    expect(told({ customer, customerName: 'Ana' })).toEqual([]);
  });

  it('names what the company says of an export where the order says nothing', () => {
    const customer = exampleParty({ name: 'X, Inc.', documentType: '37', documentNumber: 'X-1' });
    const abroad = [
      `default_used customer.country: ${instead('Guatemala')}`,
      `default_used customer.person_type: ${instead('2')}`,
      `default_used customer.activity_code: ${instead('Otros')}`,
      `default_used customer.address: ${instead('Domicilio en Guatemala')}`,
    ];
    expect(told({ tipoDte: '11', customer, exportTerms: null })).toEqual([
      ...abroad,
      `default_used export.item_type: ${instead('1')}`,
      `default_used export.incoterm: ${instead('09')}`,
      `default_used export.fiscal_precinct: ${instead('01')}`,
      `default_used export.regime_type: ${instead('EX-1')}`,
      `default_used export.regime: ${instead('1000.000')}`,
    ]);
    const services = exampleExportTerms({ itemType: 2 });
    expect(told({ tipoDte: '11', customer, exportTerms: services })).toEqual(abroad);
  });

  it('names the e-mail that v1 demands', () => {
    const customer = exampleContribuyente({ email: null, district: '062314', address: 'Calle 1' });
    expect(told({ tipoDte: '03', customer }, 'v1')).toEqual([
      `default_used customer.email: ${instead('facturas@ejemplo.com')}`,
    ]);
    expect(told({ tipoDte: '03', customer })).toEqual([]);
  });

  it('calls a subject by its name', () => {
    const subject = exampleSubject({
      nrc: '1234567',
      tradeName: 'X',
      email: 'x',
      district: '062314',
      address: 'A',
    });
    expect(told({ tipoDte: '14', customer: subject })).toEqual([
      `field_ignored subject.nrc: ${IGNORED}`,
      `field_ignored subject.trade_name: ${IGNORED}`,
      'doubtful_email subject.email: No tiene la forma de un correo: Hacienda rechazaría el documento.',
    ]);
  });

  it('says that a total is rebuilt from its lines', () => {
    const customer = exampleContribuyente({ district: '062314', address: 'Calle 1' });
    const line = exampleLine({ ...KNOWN, quantity: 99_999_999, unitPrice: 0.00000014 });
    const [only = ''] = told({ tipoDte: '03', customer, lines: [line] });
    expect(only).toMatch(
      /^total_differs lines: El total del documento es \d+\.\d\d, y los precios enviados suman 14\.00:/,
    );
    expect(
      told({ tipoDte: '03', customer, lines: [exampleLine({ ...KNOWN, unitPrice: 0.99, quantity: 7 })] }),
    ).toEqual([]);
    expect(told({ lines: [line] })).toEqual([]);
  });
});

it.each([
  [[], []],
  [['36', '59'], []],
  [['99'], ['lines[0].unit Va con la unidad 99, otra; vea /catalogs/units.']],
  [['36', '99', '99'], ['lines[1].unit Va con la unidad 99, otra, como 1 línea más; vea /catalogs/units.']],
  [
    ['99', '99', '36', '99'],
    ['lines[0].unit Va con la unidad 99, otra, como 2 líneas más; vea /catalogs/units.'],
  ],
])('the lines without a unit of the catalog are one warning: %j', (units, expected) => {
  const lines = units.map((unit) => exampleLine({ unit }));
  expect(lineWarnings(lines).map(({ path, message }) => `${path} ${message}`)).toEqual(expected);
});
