import { describe, expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { exampleParty } from '../../../test/support/example-order.ts';
import {
  exampleContribuyente,
  exampleExtranjero,
  examplePartyContext,
  sentences,
} from '../../../test/support/example-parties.ts';
import { countries } from '../../catalogs/data/countries.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import type { PartyOrder } from './order.ts';
import { readContribuyente, readExtranjero, readReceptor } from './party.ts';

const FALLBACK = 'respaldo@ejemplo.com';
const FILE = { delivery: { fallback_email: FALLBACK } };
const COMPANY = exampleCompany(FILE);

/** A customer of each type as it is read, and what is wrong with it. */
const READ = {
  '01': (changes: Partial<PartyOrder>, generation: SchemaGeneration) =>
    readReceptor(exampleParty(changes), examplePartyContext({ generation })),
  '03': (changes: Partial<PartyOrder>, generation: SchemaGeneration) =>
    readContribuyente(exampleContribuyente(changes), examplePartyContext({ generation, company: COMPANY })),
  '11': (changes: Partial<PartyOrder>, generation: SchemaGeneration, country: string | null) => {
    const company = exampleCompany({ ...FILE, export_defaults: { country } });
    return readExtranjero(exampleExtranjero(changes), examplePartyContext({ generation, company }));
  },
};
type Sold = keyof typeof READ;

function read(
  tipoDte: Sold,
  changes: Partial<PartyOrder>,
  { generation = 'v2', country = null }: { generation?: SchemaGeneration; country?: string | null } = {},
) {
  const { value: party, problems } = READ[tipoDte](changes, generation, country);
  return { party, problems: sentences(problems) };
}

const V1 = { generation: 'v1' } as const;
const NIT = '06140101900020';
const NO_DEPARTMENT = 'department: No existe el departamento «99»; vea /catalogs/departments.';
const NO_TYPE = 'No existe el código «99»; vea /catalogs/document-types.';
const NO_NIT = 'el NIT debe tener 14 dígitos, o los 9 del DUI homologado.';
const OTHER_NUMBER = 'customer.document_number: No coincide con nit; envíe solo uno de los dos.';

describe('a customer of a Factura', () => {
  const NOBODY = {
    tipoDocumento: null,
    numDocumento: null,
    nrc: null,
    nombre: null,
    codActividad: null,
    descActividad: null,
    direccion: { departamento: '06', municipio: '23', distrito: '14', complemento: 'San Salvador' },
    telefono: null,
    correo: null,
  };

  it('may be nobody in particular, at the issuer’s own place', () => {
    expect(read('01', {})).toEqual({ party: NOBODY, problems: [] });
  });

  it('may be known in every respect', () => {
    const all = {
      name: 'Ñandú, S.A. de C.V.',
      documentType: '36',
      documentNumber: '0614-010190-001-8',
      nrc: '123456-7',
      activityCode: '47111',
      address: 'Calle Ficticia 5',
      department: '02',
      municipality: '0215',
      districtCode: '10',
      phone: '2222-3333 ext. 4',
      email: 'compras@ejemplo.com',
    };
    const party = {
      tipoDocumento: '36',
      numDocumento: '06140101900018',
      nrc: '1234567',
      nombre: 'Ñandú, S.A. de C.V.',
      codActividad: '47111',
      descActividad: 'Venta en supermercados',
      direccion: { departamento: '02', municipio: '15', distrito: '10', complemento: 'Calle Ficticia 5' },
      telefono: '2222-3333 ext. 4',
      correo: 'compras@ejemplo.com',
    };
    expect(read('01', all)).toEqual({ party, problems: [] });
  });

  it.each([
    ['02', ' RES-77 ', 'RES-77', 'RES-77'],
    ['03', 'A1234567', 'A1234567', 'A1234567'],
    ['13', '01234567-8', '01234567-8', '012345678'],
    ['36', '0614 010190 001 8', '06140101900018', '06140101900018'],
    ['37', 'Carné 9', 'Carné 9', 'Carné 9'],
    [null, 'Carné 9', 'Carné 9', 'Carné 9'],
  ])('has the document %s %s as %s in v1, as %s in v2', (...[documentType, documentNumber, v1, v2]) => {
    const tipoDocumento = documentType ?? '37';
    const given = { documentType, documentNumber };
    expect(read('01', given, V1)).toMatchObject({ party: { tipoDocumento, numDocumento: v1 }, problems: [] });
    expect(read('01', given)).toMatchObject({ party: { tipoDocumento, numDocumento: v2 }, problems: [] });
  });

  it.each([
    [{ documentType: '36', nit: NIT }, []],
    [{ documentType: '36', nit: NIT, documentNumber: NIT }, []],
    [{ documentType: '36', nit: '0614-010190-002-0', documentNumber: NIT }, []],
    [{ nit: '0614 010190 002 0', documentNumber: '0614-010190-002-0' }, []],
    [{ documentType: '36', nit: NIT, documentNumber: '012345678' }, [OTHER_NUMBER]],
  ])('may send its document as nit, or as both where they are equal: %j', (changes, problems) => {
    expect(read('01', changes).problems).toEqual(problems);
    expect(read('01', { documentType: '36', nit: NIT }).party).toMatchObject({ numDocumento: NIT });
  });

  it('has no type of document without a number', () => {
    expect(read('01', { documentType: '13' }).party).toMatchObject({
      tipoDocumento: null,
      numDocumento: null,
    });
  });

  it.each([
    [{ documentType: '13', documentNumber: '01234567' }, 'document_number: el DUI debe tener 9 dígitos.'],
    [{ documentType: '13', nit: '012345670' }, 'nit: el dígito verificador del DUI no es correcto.'],
    [{ documentType: '36', nit: '123' }, `nit: ${NO_NIT}`],
    [{ documentType: '99', nit: '123' }, `document_type: ${NO_TYPE}`],
    [{ documentNumber: '' }, 'document_number: no puede estar vacío.'],
    [{ documentNumber: 'x'.repeat(21) }, 'document_number: no puede tener más de 20 caracteres.'],
    [{ name: '' }, 'name: no puede estar vacío.'],
    [{ name: 'x'.repeat(251) }, 'name: no puede tener más de 250 caracteres.'],
    [{ name: 'Línea\nLínea' }, 'name: no puede contener caracteres de control.'],
    [{ phone: '2222' }, 'phone: debe tener al menos 8 caracteres.'],
    [{ department: '06' }, 'municipality: Es obligatorio junto con department.'],
    [{ districtCode: '14' }, 'department: Es obligatorio junto con district_code.'],
    [{ department: '99', municipality: '23' }, NO_DEPARTMENT],
    [{ district: '999999' }, 'district: No existe el distrito «999999»; vea /catalogs/districts/search.'],
  ])('is refused with %j', (changes, problem) => {
    expect(read('01', changes).problems).toEqual([`customer.${problem}`]);
  });

  it('has an NRC beside a NIT only in v1, beside anything in v2', () => {
    const dui = { documentType: '13', documentNumber: '012345678', nrc: '1234567' };
    expect(read('01', dui, V1).party).toMatchObject({ nrc: null });
    expect(read('01', dui).party).toMatchObject({ nrc: '1234567' });
    const nit = { documentType: '36', documentNumber: NIT, nrc: '1234567' };
    expect(read('01', nit, V1).party).toMatchObject({ nrc: '1234567' });
  });

  it('is told everything that is wrong', () => {
    const wrong = { name: '', documentType: '36', nit: 'x', nrc: 'x', phone: 'x', department: 'x' };
    const found = read('01', wrong).problems;
    expect(found.map((text) => text.replace(/:.*/, ''))).toEqual([
      'customer.nit',
      'customer.nrc',
      'customer.name',
      'customer.municipality',
      'customer.phone',
    ]);
  });
});

describe('a customer of any type', () => {
  const types: readonly Sold[] = ['01', '03', '11'];

  it.each(types)('has an activity of the catalog (type %s)', (tipoDte) => {
    expect(read(tipoDte, { activityCode: '00000' }).problems).toEqual([
      'customer.activity_code: No existe el código «00000»; vea /catalogs/activities.',
    ]);
  });

  it.each(types)('has a name of 250 code points, not of 250 units (type %s)', (tipoDte) => {
    expect(read(tipoDte, { name: '🥖'.repeat(250) }).problems).toEqual([]);
    expect(read(tipoDte, { name: 'X' }).party).toMatchObject({ nombre: 'X' });
  });

  it.each(types)('has the e-mail that it says, which Hacienda judges (type %s)', (tipoDte) => {
    for (const generation of ['v1', 'v2'] as const)
      expect(read(tipoDte, { email: 'no-es-un-correo' }, { generation })).toMatchObject({
        party: { correo: 'no-es-un-correo' },
        problems: [],
      });
  });

  it.each([
    ['01', null],
    ['03', FALLBACK],
    ['11', FALLBACK],
  ] as const)('of type %s without an e-mail has %s in v1, none in v2', (tipoDte, correo) => {
    expect(read(tipoDte, {}, V1).party).toMatchObject({ correo });
    expect(read(tipoDte, {}).party).toMatchObject({ correo: null });
  });

  it.each(['01', '11'] as const)('has a document of three characters in v1 (type %s)', (tipoDte) => {
    expect(read(tipoDte, { documentNumber: 'A1' }).problems).toEqual([]);
    expect(read(tipoDte, { documentNumber: 'A1' }, V1).problems).toEqual([
      'customer.document_number: Debe tener al menos 3 caracteres.',
    ]);
  });

  it.each([
    ['1', ['el NRC debe tener de 2 a 8 dígitos.']],
    ['ABC', ['el NRC debe tener de 2 a 8 dígitos.']],
    ['123456789', ['el NRC debe tener de 2 a 8 dígitos.']],
    ['00', ['el NRC no puede ser solo ceros.']],
    ['1-2', []],
  ])('has an NRC, even where it is left out: %s', (nrc, problems) => {
    const expected = problems.map((problem) => `customer.nrc: ${problem}`);
    for (const tipoDte of ['01', '03'] as const)
      expect(read(tipoDte, { nrc }, V1).problems).toEqual(expected);
  });
});

describe('the recipient of a CCF', () => {
  it('is told everything that is missing at once', () => {
    const nothing = { nit: null, nrc: null, name: null, typeContributor: null, activityCode: null };
    expect(read('03', nothing)).toEqual({
      party: null,
      problems: ['nit', 'name', 'nrc', 'type_contributor', 'activity_code'].map(
        (field) => `customer.${field}: Es obligatorio en un crédito fiscal.`,
      ),
    });
  });

  it('may have a trade name, a phone of 30 characters and an address of its own', () => {
    const place = { district: null, department: '05', municipality: '28', districtCode: '11' };
    const phone = '2'.repeat(30);
    expect(read('03', { tradeName: 'Y', phone, address: 'Calle 1', ...place })).toMatchObject({
      party: {
        nombreComercial: 'Y',
        telefono: phone,
        direccion: { departamento: '05', municipio: '28', distrito: '11', complemento: 'Calle 1' },
      },
      problems: [],
    });
  });

  it.each([
    [{ nit: NIT }, NIT],
    [{ nit: '0614-010190-002-0' }, NIT],
    [{ nit: '0614 010190 002 0' }, NIT],
    [{ nit: '01234567-8' }, '012345678'],
    [{ nit: null, documentNumber: '0614-010190-002-0' }, NIT],
    [{ nit: NIT, documentNumber: '0614-010190-002-0' }, NIT],
    [{ documentType: '36', nit: NIT }, NIT],
    [{ documentType: '13', nit: null, documentNumber: '01234567-8' }, '012345678'],
    [{ documentType: '37', nit: NIT }, NIT],
  ])('has its NIT from %j', (changes, nit) => {
    expect(read('03', changes)).toMatchObject({ party: { nit }, problems: [] });
  });

  it.each([
    [{ nit: '123' }, `customer.nit: ${NO_NIT}`],
    [{ nit: null, documentNumber: 'A1' }, `customer.document_number: ${NO_NIT}`],
    [{ documentNumber: '06143112991015' }, OTHER_NUMBER],
    [{ documentType: '99' }, `customer.document_type: ${NO_TYPE}`],
  ])('has none from %j', (changes, problem) => {
    expect(read('03', changes).problems).toEqual([problem]);
  });
});

describe('the recipient of a CCF who is its issuer', () => {
  const why = 'Es el NIT de la empresa que emite: un crédito fiscal va a otro contribuyente.';
  const of = (nit: string, changes: Partial<PartyOrder>, generation: SchemaGeneration) =>
    readContribuyente(
      exampleContribuyente({ nit: null, ...changes }),
      examplePartyContext({ generation, company: exampleCompany({ ...FILE, nit }) }),
    );

  it.each<[string, Partial<PartyOrder>, string]>([
    ['06140101900018', { nit: '06140101900018' }, 'nit'],
    ['06140101900018', { nit: '0614-010190-001-8' }, 'nit'],
    ['06140101900018', { documentNumber: '0614 010190 001 8', documentType: '36' }, 'document_number'],
    ['06140101900018', { documentNumber: '06140101900018', documentType: '37' }, 'document_number'],
    ['012345678', { nit: '01234567-8' }, 'nit'],
    ['012345678', { documentNumber: '01234567-8', documentType: '13' }, 'document_number'],
    ['012345678', { nit: '012345678', documentNumber: '01234567-8' }, 'document_number'],
  ])('issuer %s, recipient %j', (nit, changes, field) => {
    for (const generation of ['v1', 'v2'] as const)
      expect(of(nit, changes, generation)).toEqual({
        value: null,
        problems: [{ path: `customer.${field}`, code: 'is_issuer', message: why }],
      });
  });

  it('may be somebody else of nearly the same number', () => {
    for (const nit of ['06140101900020', '012345678', '002345678'])
      expect(of('06140101900018', { nit }, 'v2').problems).toEqual([]);
  });
});

describe('the customer of an export', () => {
  it.each([
    [{ name: null }, ['name']],
    [{ documentNumber: null }, ['document_number']],
    [{ country: null }, ['country']],
    [{ name: null, documentNumber: null, country: null }, ['country', 'name', 'document_number']],
  ])('is refused without %j', (changes, fields) => {
    expect(read('11', changes)).toEqual({
      party: null,
      problems: fields.map((field) => `customer.${field}: Es obligatorio en una exportación.`),
    });
  });

  it('names its activity where it has one, and a short trade name', () => {
    const { party } = read('11', { activityCode: '01271', tradeName: 'X' }, V1);
    expect(party).toMatchObject({ descActividad: expect.stringMatching(/café/i), nombreComercial: 'X' });
  });

  it.each([
    ['v2', 'US', 'US', 'Estados Unidos'],
    ['v2', 'gt', 'GT', 'Guatemala'],
    ['v2', '9483', 'GT', 'Guatemala'],
    ['v1', 'GT', '9483', 'Guatemala'],
    ['v1', '9483', '9483', 'Guatemala'],
  ] as const)('in %s, in the country %s, is in %s', (...[generation, country, codPais, nombrePais]) => {
    expect(read('11', { country }, { generation })).toMatchObject({
      party: { codPais, nombrePais },
      problems: [],
    });
  });

  it('is in the company’s country where it names none', () => {
    expect(read('11', { country: null }, { country: 'HN' }).party).toMatchObject({ codPais: 'HN' });
    expect(read('11', { country: 'NI' }, { country: 'HN' }).party).toMatchObject({ codPais: 'NI' });
  });

  it.each([
    ['v2', 'XX', 'No existe el código «XX»; vea /catalogs/countries.'],
    ['v1', 'XX', 'No existe el código «XX»; vea /catalogs/countries.'],
    ['v2', '', 'No existe el código «»; vea /catalogs/countries.'],
    ['v1', 'SS', 'No existe en los países del esquema v1.'],
  ] as const)('in %s cannot be in %j', (generation, country, message) => {
    expect(read('11', { country }, { generation })).toEqual({
      party: null,
      problems: [`customer.country: ${message}`],
    });
  });

  it('can be in every country of CAT-020 in v2, in all but eight in v1', () => {
    const refused = (generation: SchemaGeneration) =>
      countries.rows.filter(({ code }) => read('11', { country: code }, { generation }).problems.length > 0);
    expect(refused('v2')).toEqual([]);
    expect(refused('v1')).toHaveLength(8);
  });

  it.each([
    ['v1', '13', '012345678', '01234567-8', 1],
    ['v2', '13', '01234567-8', '012345678', 1],
    ['v1', '36', '0614-010190-002-0', NIT, 2],
    ['v2', '03', ' A1234 ', 'A1234', 1],
    ['v2', '02', 'RES-1', 'RES-1', 1],
    ['v1', '37', 'RFC1', 'RFC1', 2],
  ] as const)(
    'in %s with a document of type %s, %s, is known by %s',
    (...[generation, documentType, documentNumber, numDocumento, tipoPersona]) => {
      const party = { tipoDocumento: documentType, numDocumento, tipoPersona };
      const given = { documentType, documentNumber };
      expect(read('11', given, { generation })).toMatchObject({ party, problems: [] });
    },
  );

  it('is the kind of person that the caller says', () => {
    expect(read('11', { documentType: '03', personType: 2 }).party).toMatchObject({ tipoPersona: 2 });
    expect(read('11', { personType: 1 }).party).toMatchObject({ tipoPersona: 1 });
  });

  it.each([
    ['v1', 'a', 'a, Estados Unidos'],
    ['v1', 'Road', 'Road, Estados Unidos'],
    ['v1', 'Roads', 'Roads'],
    ['v2', 'a', 'a'],
    ['v2', ' 5th Avenue ', '5th Avenue'],
    ['v1', '   ', 'Domicilio en Estados Unidos'],
    ['v2', '   ', 'Domicilio en Estados Unidos'],
    ['v2', 'x'.repeat(201), 'x'.repeat(200)],
  ] as const)('in %s has the address %j as %j', (generation, address, complemento) => {
    expect(read('11', { address }, { generation }).party).toMatchObject({ complemento });
  });

  it('is abroad: a place in El Salvador is not looked at', () => {
    expect(read('11', { department: '99', municipality: '99' }).problems).toEqual([]);
  });

  it.each([
    ['v1', '1234567', ['debe tener al menos 8 caracteres.']],
    ['v2', '1'.repeat(31), ['no puede tener más de 30 caracteres.']],
    ['v1', '1'.repeat(51), ['no puede tener más de 50 caracteres.']],
    ['v1', '1'.repeat(50), []],
  ] as const)('in %s has a telephone that the schema takes: %s', (generation, phone, problems) => {
    const expected = problems.map((problem) => `customer.phone: ${problem}`);
    expect(read('11', { phone }, { generation })).toMatchObject({
      party: { telefono: expected.length === 0 ? phone : null },
      problems: expected,
    });
  });
});
