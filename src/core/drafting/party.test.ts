import { describe, expect, it } from 'vitest';
import { exampleParty } from '../../../test/support/example-order.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import type { PartyOrder } from './order.ts';
import { readReceptor } from './party.ts';

const SAN_SALVADOR = { departamento: '06', municipio: '23', distrito: '14' };

function read(changes: Partial<PartyOrder>, generation: SchemaGeneration = 'v2') {
  const context = { path: 'customer', generation, issuerTerritory: SAN_SALVADOR };
  const { value: receptor, problems } = readReceptor(exampleParty(changes), context);
  return { receptor, problems };
}

function problemsOf(changes: Partial<PartyOrder>, generation: SchemaGeneration = 'v2') {
  return read(changes, generation).problems.map(({ path, message }) => `${path}: ${message}`);
}

describe('a customer of a Factura', () => {
  it('may be nobody in particular, at the issuer’s own place', () => {
    expect(read({})).toEqual({
      receptor: {
        tipoDocumento: null,
        numDocumento: null,
        nrc: null,
        nombre: null,
        codActividad: null,
        descActividad: null,
        direccion: { ...SAN_SALVADOR, complemento: 'San Salvador' },
        telefono: null,
        correo: null,
      },
      problems: [],
    });
  });

  it('may be known in every respect', () => {
    const { receptor, problems } = read({
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
    });
    expect(problems).toEqual([]);
    expect(receptor).toEqual({
      tipoDocumento: '36',
      numDocumento: '06140101900018',
      nrc: '1234567',
      nombre: 'Ñandú, S.A. de C.V.',
      codActividad: '47111',
      descActividad: 'Venta en supermercados',
      direccion: { departamento: '02', municipio: '15', distrito: '10', complemento: 'Calle Ficticia 5' },
      telefono: '2222-3333 ext. 4',
      correo: 'compras@ejemplo.com',
    });
  });
});

describe('the document', () => {
  it.each([
    ['02', ' RES-77 ', { v1: 'RES-77', v2: 'RES-77' }],
    ['03', 'A1234567', { v1: 'A1234567', v2: 'A1234567' }],
    ['13', '01234567-8', { v1: '01234567-8', v2: '012345678' }],
    ['36', '0614 010190 001 8', { v1: '06140101900018', v2: '06140101900018' }],
    ['37', 'Carné 9', { v1: 'Carné 9', v2: 'Carné 9' }],
    [null, 'Carné 9', { v1: 'Carné 9', v2: 'Carné 9' }],
  ])('%s %s is %j', (documentType, documentNumber, { v1, v2 }) => {
    const type = documentType ?? '37';
    expect(read({ documentType, documentNumber }, 'v1')).toMatchObject({
      receptor: { tipoDocumento: type, numDocumento: v1 },
      problems: [],
    });
    expect(read({ documentType, documentNumber })).toMatchObject({
      receptor: { tipoDocumento: type, numDocumento: v2 },
      problems: [],
    });
  });

  it('may be sent as nit, or as both where they are equal', () => {
    const number = '06140101900018';
    expect(read({ documentType: '36', nit: number }).receptor.numDocumento).toBe(number);
    expect(problemsOf({ documentType: '36', nit: number, documentNumber: number })).toEqual([]);
    expect(problemsOf({ documentType: '36', nit: '0614-010190-001-8', documentNumber: number })).toEqual([]);
    expect(problemsOf({ nit: '0614 010190 001 8', documentNumber: '0614-010190-001-8' })).toEqual([]);
    expect(problemsOf({ documentType: '36', nit: number, documentNumber: '012345678' })).toEqual([
      'customer.document_number: No coincide con nit; envíe solo uno de los dos.',
    ]);
  });

  it('has no type without a number', () => {
    expect(read({ documentType: '13' }).receptor).toMatchObject({ tipoDocumento: null, numDocumento: null });
  });

  it.each([
    [
      { documentType: '13', documentNumber: '01234567' },
      'customer.document_number: el DUI debe tener 9 dígitos.',
    ],
    [{ documentType: '13', nit: '012345670' }, 'customer.nit: el dígito verificador del DUI no es correcto.'],
    [
      { documentType: '36', nit: '123' },
      'customer.nit: el NIT debe tener 14 dígitos, o los 9 del DUI homologado.',
    ],
    [{ documentType: '99', nit: '123' }, 'customer.document_type: Debe ser 02, 03, 13, 36 o 37.'],
    [{ documentNumber: '' }, 'customer.document_number: no puede estar vacío.'],
    [{ documentNumber: 'x'.repeat(21) }, 'customer.document_number: no puede tener más de 20 caracteres.'],
  ])('%j is refused', (changes, problem) => {
    expect(problemsOf(changes)).toEqual([problem]);
  });

  it('has at least three characters in v1', () => {
    expect(problemsOf({ documentNumber: 'A1' }, 'v1')).toEqual([
      'customer.document_number: Debe tener al menos 3 caracteres.',
    ]);
    expect(problemsOf({ documentNumber: 'A1' }, 'v2')).toEqual([]);
  });
});

describe('the NRC', () => {
  it('stands beside a NIT only in v1, beside anything in v2', () => {
    const dui = { documentType: '13', documentNumber: '012345678', nrc: '1234567' };
    expect(read(dui, 'v1').receptor.nrc).toBeNull();
    expect(read(dui, 'v2').receptor.nrc).toBe('1234567');
    const nit = { documentType: '36', documentNumber: '06140101900018', nrc: '1234567' };
    expect(read(nit, 'v1').receptor.nrc).toBe('1234567');
  });

  it('is looked at even where it is left out', () => {
    expect(problemsOf({ nrc: 'ABC' }, 'v1')).toEqual(['customer.nrc: el NRC debe tener de 2 a 8 dígitos.']);
  });
});

describe('the rest', () => {
  it.each([
    [{ name: '' }, 'customer.name: no puede estar vacío.'],
    [{ name: 'x'.repeat(251) }, 'customer.name: no puede tener más de 250 caracteres.'],
    [{ name: 'Línea\nLínea' }, 'customer.name: no puede contener caracteres de control.'],
    [{ phone: '2222' }, 'customer.phone: debe tener al menos 8 caracteres.'],
    [
      { activityCode: '99999' },
      'customer.activity_code: No existe en el catálogo de actividades económicas (CAT-019).',
    ],
    [{ department: '06' }, 'customer.municipality: Es obligatorio junto con department.'],
    [{ districtCode: '14' }, 'customer.department: Es obligatorio junto con district_code.'],
    [{ department: '99', municipality: '23' }, 'customer.department: No existe el departamento «99».'],
    [
      { district: '999999' },
      'customer.district: No existe el distrito «999999»; use el id que devuelve la búsqueda de distritos.',
    ],
  ])('%j is refused', (changes, problem) => {
    expect(problemsOf(changes)).toEqual([problem]);
  });

  it('names a name of 250 code points, not of 250 units', () => {
    expect(problemsOf({ name: '👍'.repeat(250) })).toEqual([]);
  });

  it('lets Hacienda judge an e-mail address', () => {
    expect(read({ email: 'no-es-un-correo' })).toMatchObject({
      receptor: { correo: 'no-es-un-correo' },
      problems: [],
    });
  });

  it('collects everything that is wrong', () => {
    const wrong = { name: '', documentType: '36', nit: 'x', nrc: 'x', phone: 'x', department: 'x' };
    expect(problemsOf(wrong).map((text) => text.split(':')[0])).toEqual([
      'customer.nit',
      'customer.nrc',
      'customer.name',
      'customer.municipality',
      'customer.phone',
    ]);
  });
});
