import { describe, expect, it } from 'vitest';
import {
  exampleContribuyente,
  examplePartyContext,
  sentences,
} from '../../../test/support/example-parties.ts';
import { emailOf } from '../../../test/support/identifiers.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import type { PartyOrder } from './order.ts';
import { readContribuyente } from './party.ts';

const FALLBACK = emailOf('respaldo@ejemplo.com');

function read(changes: Partial<PartyOrder>, generation: SchemaGeneration = 'v2') {
  const context = { ...examplePartyContext({ generation }), fallbackEmail: FALLBACK };
  const { value: party, problems } = readContribuyente(exampleContribuyente(changes), context);
  return { party, problems: sentences(problems) };
}

const REQUIRED = 'Es obligatorio en un crédito fiscal.';

describe('the recipient of a CCF', () => {
  it('is told everything that is missing at once', () => {
    const nothing = { nit: null, nrc: null, name: null, typeContributor: null, activityCode: null };
    expect(read(nothing)).toEqual({
      party: null,
      problems: ['nit', 'name', 'nrc', 'type_contributor', 'activity_code'].map(
        (field) => `customer.${field}: ${REQUIRED}`,
      ),
    });
  });

  it('may have a name of one letter, a trade name, a phone and an address of its own', () => {
    const { party, problems } = read({
      name: 'X',
      tradeName: 'Y',
      phone: '2200-0000',
      address: 'Calle 1',
      district: null,
      department: '05',
      municipality: '28',
      districtCode: '11',
    });
    expect(problems).toEqual([]);
    expect(party).toMatchObject({
      nombre: 'X',
      nombreComercial: 'Y',
      telefono: '2200-0000',
      direccion: { departamento: '05', municipio: '28', distrito: '11', complemento: 'Calle 1' },
    });
  });
});

describe('its NIT', () => {
  it.each([
    [{ nit: '06140101900026' }, '06140101900026'],
    [{ nit: '0614-010190-002-6' }, '06140101900026'],
    [{ nit: '0614 010190 002 6' }, '06140101900026'],
    [{ nit: '01234567-8' }, '012345678'],
    [{ nit: null, documentNumber: '0614-010190-002-6' }, '06140101900026'],
    [{ nit: '06140101900026', documentNumber: '0614-010190-002-6' }, '06140101900026'],
    [{ documentType: '36', nit: '06140101900026' }, '06140101900026'],
    [{ documentType: '13', nit: null, documentNumber: '01234567-8' }, '012345678'],
    [{ documentType: '37', nit: '06140101900026' }, '06140101900026'],
  ])('is read from %j', (changes, nit) => {
    expect(read(changes)).toMatchObject({ party: { nit }, problems: [] });
  });

  it.each([
    [{ nit: '123' }, 'customer.nit: el NIT debe tener 14 dígitos, o los 9 del DUI homologado.'],
    [
      { nit: null, documentNumber: 'A1' },
      'customer.document_number: el NIT debe tener 14 dígitos, o los 9 del DUI homologado.',
    ],
    [
      { documentNumber: '06140101900018' },
      'customer.document_number: No coincide con nit; envíe solo uno de los dos.',
    ],
    [{ documentType: '99' }, 'customer.document_type: Debe ser 02, 03, 13, 36 o 37.'],
  ])('is refused in %j', (changes, problem) => {
    expect(read(changes).problems).toEqual([problem]);
  });
});

describe('what is sent and wrong', () => {
  it.each([
    [{ nrc: '1' }, 'customer.nrc: el NRC debe tener de 2 a 8 dígitos.'],
    [{ nrc: '00' }, 'customer.nrc: el NRC no puede ser solo ceros.'],
    [{ nrc: '123456789' }, 'customer.nrc: el NRC debe tener de 2 a 8 dígitos.'],
    [
      { activityCode: '00000' },
      'customer.activity_code: No existe en el catálogo de actividades económicas (CAT-019).',
    ],
  ])('is named: %j', (changes, problem) => {
    expect(read(changes).problems).toEqual([problem]);
  });

  it.each([
    ['30 characters of telephone', { phone: '2'.repeat(30) }],
    ['250 letters outside the basic plane', { name: '🥖'.repeat(250) }],
    ['an NRC of two digits', { nrc: '1-2' }],
    ['an e-mail that is none, which the authority judges', { email: 'sin-arroba' }],
  ])('is not %s', (_, changes) => {
    expect(read(changes).problems).toEqual([]);
  });
});

describe('its e-mail', () => {
  it.each([
    ['v1', null, FALLBACK],
    ['v2', null, null],
    ['v1', 'compras@ejemplo.com', 'compras@ejemplo.com'],
    ['v2', 'compras@ejemplo.com', 'compras@ejemplo.com'],
  ] as const)('in %s, given %s, is %s', (generation, email, correo) => {
    expect(read({ email }, generation).party).toMatchObject({ correo });
  });
});
