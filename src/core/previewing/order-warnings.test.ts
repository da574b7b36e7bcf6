import { describe, expect, it } from 'vitest';
import { drafted, issuedCcf } from '../../../test/support/drafted.ts';
import { exampleCompany } from '../../../test/support/example-company.ts';
import {
  exampleExportTerms,
  exampleLine,
  exampleOrder,
  exampleParty,
} from '../../../test/support/example-order.ts';
import { exampleContribuyente, exampleSubject } from '../../../test/support/example-parties.ts';
import { classifiedLines, draftNote } from '../adjusting/draft-note.ts';
import { draftOrder } from '../drafting/draft-order.ts';
import type { NoteLine, Order, PartyOrder } from '../drafting/order.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import { lineWarnings, noteWarnings, orderWarnings } from './order-warnings.ts';
import type { Warning } from './warning.ts';

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
  const draft = drafted(draftOrder(order, { company: COMPANY, generation, place: null }));
  return inWords(orderWarnings(order, draft));
}

const inWords = (warnings: readonly Warning[]) =>
  warnings.map(({ code, path, message }) => `${code} ${path}: ${message}`);

const HERE = { district: '062314', address: 'Calle 1' };
const IGNORED = 'No va en este tipo de documento: no se toma en cuenta.';
const instead = (value: string) => `No se envió: el documento lleva «${value}».`;

describe('what is told of an order', () => {
  const ana = exampleParty({ name: 'Ana', ...HERE });
  it.each<[Partial<Order>, readonly string[]]>([
    [{}, []],
    [{ customerName: 'Ana' }, []],
    [{ establishment: 'S002', pointOfSale: 'P008' }, []],
    [{ establishment: 'S002' }, [`default_used point_of_sale: ${instead('P007')}`]],
    [
      { transactionCondition: 2 },
      [`default_used deadline: ${instead('1')}`, `default_used period: ${instead('1')}`],
    ],
    [{ transactionCondition: 2, deadline: 2, period: 3 }, []],
    [
      { transactionCondition: 3, deadline: 1, period: 30 },
      [expect.stringMatching(/^field_ignored deadline:/), expect.stringMatching(/^field_ignored period:/)],
    ],
    [{ customer: ana, customerName: 'Eva' }, [expect.stringMatching(/^field_ignored customer_name:/)]],
    [{ customer: ana, customerName: 'Ana' }, []],
  ])('is what was filled in or left out: %j', (changes, expected) => {
    expect(told(changes)).toEqual(expected);
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
    const customer = exampleContribuyente({ email: null, ...HERE });
    expect(told({ tipoDte: '03', customer }, 'v1')).toEqual([
      `default_used customer.email: ${instead('facturas@ejemplo.com')}`,
    ]);
    expect(told({ tipoDte: '03', customer })).toEqual([]);
  });

  it('calls a subject by its name', () => {
    const subject = exampleSubject({ nrc: '1234567', tradeName: 'X', email: 'x', ...HERE });
    expect(told({ tipoDte: '14', customer: subject })).toEqual([
      `field_ignored subject.nrc: ${IGNORED}`,
      `field_ignored subject.trade_name: ${IGNORED}`,
      'doubtful_email subject.email: No tiene la forma de un correo: Hacienda rechazaría el documento.',
    ]);
  });

  it('says that a total is rebuilt from its lines', () => {
    const customer = exampleContribuyente(HERE);
    const line = exampleLine({ ...KNOWN, quantity: 99_999_999, unitPrice: 0.00000014 });
    expect(told({ tipoDte: '03', customer, lines: [line] })).toEqual([
      expect.stringMatching(
        /^total_differs lines: El total del documento es \d+\.\d\d, y los precios enviados suman 14\.00:/,
      ),
    ]);
    const exact = exampleLine({ ...KNOWN, unitPrice: 0.99, quantity: 7 });
    expect(told({ tipoDte: '03', customer, lines: [exact] })).toEqual([]);
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

const placed = (place: Partial<PartyOrder>, generation: SchemaGeneration) =>
  told({ customer: exampleParty({ name: 'Ana', address: 'Calle 1', ...place }) }, generation);

describe('the number of a party', () => {
  const ISSUER = '06140101900018';
  const own = (path: string) => `is_issuer ${path}: Es el número de la empresa que emite.`;

  it.each<readonly [Partial<PartyOrder>, readonly string[]]>([
    [{ documentType: '36', documentNumber: ISSUER }, [own('document_number')]],
    [{ documentType: '36', documentNumber: '0614-010190-001-8' }, [own('document_number')]],
    [{ documentType: '36', nit: '0614 010190 001 8' }, [own('nit')]],
    [{ documentType: '37', documentNumber: '0614-010190-001-8' }, [own('document_number')]],
    [{ documentType: '36', nit: '0614-010190-002-0' }, []],
  ])('is the issuer’s own: %j', (changes, expected) => {
    for (const generation of ['v1', 'v2'] as const) {
      const expectedOf = (party: string) =>
        expected.map((text) => text.replace('is_issuer ', `is_issuer ${party}.`));
      const customer = exampleParty({ name: 'Ana', ...HERE, ...changes });
      expect(told({ customer }, generation)).toEqual(expectedOf('customer'));
      expect(told({ tipoDte: '14', customer }, generation)).toEqual(expectedOf('subject'));
    }
  });

  it('is the DUI of an issuer who is a person', () => {
    const company = exampleCompany({ nit: '012345678' });
    const customer = exampleParty({ name: 'Ana', documentType: '13', documentNumber: '01234567-8', ...HERE });
    for (const generation of ['v1', 'v2'] as const) {
      const order = exampleOrder({ lines: [exampleLine(KNOWN)], customer });
      const draft = drafted(draftOrder(order, { company, generation, place: null }));
      expect(inWords(orderWarnings(order, draft))).toEqual([own('customer.document_number')]);
    }
  });

  it.each<readonly [Partial<PartyOrder>, readonly string[]]>([
    [{ documentType: '36', nit: '0614-300200-101-5' }, ['doubtful_nit nit']],
    [{ documentType: '36', documentNumber: '22222222222211' }, ['doubtful_nit document_number']],
    [{ documentType: '36', documentNumber: '06140101900026' }, ['doubtful_nit document_number']],
    [{ documentType: '36', documentNumber: '012345670' }, ['doubtful_nit document_number']],
    [{ documentType: '36', documentNumber: '94500101700011' }, []],
    [{ documentType: '37', documentNumber: '06140101900026' }, []],
    [{ documentType: '03', documentNumber: '06140101900026' }, []],
  ])('is a doubtful NIT: %j', (changes, expected) => {
    const found = (tipoDte: '01' | '03' | '14', party: PartyOrder) =>
      told({ tipoDte, customer: party }).map((text) => text.replace(/:.*| (?:customer|subject)(?=\.)/g, ''));
    const named = expected.map((text) => text.replace(' ', '.'));
    expect(found('01', exampleParty({ name: 'Ana', ...HERE, ...changes }))).toEqual(named);
    expect(found('14', exampleParty({ name: 'Ana', ...HERE, ...changes }))).toEqual(named);
  });

  it('is a doubtful NIT of a CCF, of whatever kind it is said to be', () => {
    const found = (changes: Partial<PartyOrder>) =>
      told({ tipoDte: '03', customer: exampleContribuyente({ ...HERE, ...changes }) });
    const why = (path: string, reason: string) => [
      `doubtful_nit ${path}: El NIT parece mal escrito: ${reason}. Si no existe, Hacienda rechazaría el documento.`,
    ];
    const DIGIT = 'su dígito verificador no corresponde a los demás';
    expect(found({ nit: '0614-010190-002-0' })).toEqual([]);
    expect(found({ nit: '0614-010190-002-6' })).toEqual(why('customer.nit', DIGIT));
    expect(found({ nit: null, documentNumber: '01234567-0', documentType: '13' })).toEqual(
      why('customer.document_number', DIGIT),
    );
    expect(found({ nit: '0614-010191-002-0' })).toEqual(why('customer.nit', DIGIT));
    expect(found({ nit: '0614-320190-002-0' })).toEqual(
      why('customer.nit', 'su fecha, de los dígitos 5 a 10, no existe'),
    );
    expect(found({ nit: '2614-010190-002-0' })).toEqual(
      why('customer.nit', 'no empieza con un departamento (01 a 14) ni con 9'),
    );
  });
});

describe('the place of a buyer abroad', () => {
  const GUATEMALAN = { documentType: '03', documentNumber: 'P-123', country: 'GT', address: 'Zona 10' };
  const ABROAD =
    'place_abroad customer: Vive en el extranjero y no envió un lugar de El Salvador: el documento lleva 00/00/00.';
  const NO_ADDRESS =
    'place_abroad customer: Vive en el extranjero: en el esquema v1 el documento no lleva dirección.';
  const UNUSED =
    'field_ignored customer.country: No se toma en cuenta: el lugar que envió es de El Salvador.';

  it.each<readonly [Partial<PartyOrder>, readonly string[], readonly string[]]>([
    [{}, [ABROAD], [NO_ADDRESS]],
    [{ documentType: '02', country: '9483' }, [ABROAD], [NO_ADDRESS]],
    [{ address: null }, [ABROAD], [NO_ADDRESS]],
    [{ country: null, department: '00', municipality: '00' }, [], [NO_ADDRESS]],
    [{ department: '00', municipality: '00' }, [], [NO_ADDRESS]],
    [{ district: '062314' }, [UNUSED], [UNUSED]],
    [{ country: 'SV', district: '062314' }, [], []],
    [
      { country: 'SV' },
      [expect.stringMatching(/^place_assumed customer: /)],
      [expect.stringMatching(/^place_assumed customer: /)],
    ],
  ])('%j', (changes, v2, v1) => {
    expect(placed({ ...GUATEMALAN, ...changes }, 'v2')).toEqual(v2);
    expect(placed({ ...GUATEMALAN, ...changes }, 'v1')).toEqual(v1);
  });
});

describe.each(['v1', 'v2'] as const)('the place of a party in %s', (generation) => {
  const CENTER = 'San Salvador (14), San Salvador Centro';
  const ignored = `No se toma en cuenta: decide district, que es ${CENTER}.`;
  const guessed = (place: string, count: number) =>
    `district_guessed customer.municipality: Sin distrito, el documento lleva ${place}; ese municipio tiene ${count} distritos.`;

  it.each<readonly [string, Partial<PartyOrder>, readonly string[]]>([
    [
      'is the issuer’s where none is sent',
      {},
      [`place_assumed customer: Sin lugar, el documento lleva el del establecimiento que emite: ${CENTER}.`],
    ],
    ['is as sent with its district', { district: '062314' }, []],
    ['is as sent with its code', { department: '06', municipality: '0623', districtCode: '14' }, []],
    [
      'is guessed where the municipality is the issuer’s',
      { department: '06', municipality: '0623' },
      [guessed(CENTER, 5)],
    ],
    [
      'is guessed where it is another',
      { department: '06', municipality: '20' },
      [guessed('Aguilares (01), San Salvador Norte', 3)],
    ],
    [
      'is translated from a code from before 2024',
      { department: '06', municipality: '14' },
      [
        `old_code_translated customer.municipality: El código «14» es anterior a 2024: el documento lleva ${CENTER}, municipio «23».`,
      ],
    ],
    [
      'is what district says, whatever stands beside it',
      { district: '062314', department: '05', municipality: '0623', districtCode: '99' },
      [`field_ignored customer.department: ${ignored}`, `field_ignored customer.district_code: ${ignored}`],
    ],
  ])('%s', (_, place, expected) => {
    expect(placed(place, generation)).toEqual(expected);
  });
});

it('is nobody’s guess abroad', () => {
  expect(placed({ department: '00', municipality: '00' }, 'v2')).toEqual([]);
});

const ISSUER = exampleCompany();

interface Case {
  readonly sold?: Partial<Order>;
  readonly sent?: readonly NoteLine[] | null;
  readonly from?: SchemaGeneration;
  readonly to?: SchemaGeneration;
  /** How the address of a v1 CCF is changed. */
  readonly address?: string;
}

/** What is told of a note on a CCF that sold one taxed bread in a known unit, unless said otherwise. */
function toldOfNote({ sold = {}, sent = null, from = 'v2', to = 'v2', address }: Case): readonly string[] {
  const lines = [exampleLine({ unit: '36' })];
  const order = exampleOrder({ tipoDte: '03', customer: exampleContribuyente(), lines, ...sold });
  const sale = drafted(draftOrder(order, { company: ISSUER, generation: from, place: null }));
  const read = issuedCcf(sale, from);
  const { receptor } = read;
  const direccion = { ...receptor.direccion, ...(address === undefined ? {} : { complemento: address }) };
  const ccf = { ...read, receptor: { ...receptor, direccion } };
  const classified = classifiedLines(sent ?? [], ccf);
  const terms = { company: ISSUER, place: sale, ccf, observations: null };
  const draft = drafted(draftNote({ ...terms, lines: sent === null ? null : classified }, to));
  return inWords(noteWarnings({ ccf, sent: sent ?? [], lines: classified }, draft));
}

const unclassed = (unit: string): NoteLine => ({ ...exampleLine({ unit, quantity: 0.5 }), saleType: null });

describe('what is told of a note', () => {
  it('is nothing of one that copies its CCF, or says everything', () => {
    expect(toldOfNote({})).toEqual([]);
    expect(toldOfNote({ sent: [unclassed('36')] })).toEqual([]);
  });

  it('is a unit that is none, and a class of sale that it had to assume', () => {
    const lines = [exampleLine(), exampleLine({ saleType: 'exempt' })];
    expect(toldOfNote({ sold: { lines }, sent: [exampleLine({ unit: '36' }), unclassed('99')] })).toEqual([
      'sale_type_assumed lines[1].sale_type: El CCF vendió en varias clases: sin sale_type, la línea va como gravada.',
      'unit_unlisted lines[1].unit: Va con la unidad 99, otra; vea /catalogs/units.',
    ]);
  });

  it('is the district that a CCF of v1 does not name', () => {
    expect(toldOfNote({ from: 'v1' })).toEqual([]);
    expect(toldOfNote({ from: 'v1', address: 'Calle 1' })).toEqual([
      expect.stringMatching(
        /^district_guessed document_id: El CCF no dice el distrito: la nota lleva .+ \(\d\d\), .+\.$/,
      ),
    ]);
  });

  it('is the e-mail that v1 demands', () => {
    const customer = exampleContribuyente({ email: null });
    expect(toldOfNote({ sold: { customer }, to: 'v1' })).toEqual([
      'default_used document_id: No se envió: el documento lleva «facturas@ejemplo.com».',
    ]);
  });
});
