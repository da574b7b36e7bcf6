import { describe, expect, it } from 'vitest';
import { exampleExtranjero, examplePartyContext, sentences } from '../../../test/support/example-parties.ts';
import { emailOf } from '../../../test/support/identifiers.ts';
import { countries } from '../../catalogs/data/countries.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import type { PartyOrder } from './order.ts';
import { readExtranjero } from './party.ts';

const FALLBACK = emailOf('respaldo@ejemplo.com');

function read(
  changes: Partial<PartyOrder>,
  generation: SchemaGeneration = 'v2',
  defaultCountry: string | null = null,
) {
  const context = { ...examplePartyContext({ generation }), defaultCountry, fallbackEmail: FALLBACK };
  const { value: party, problems } = readExtranjero(exampleExtranjero(changes), context);
  return { party, problems: sentences(problems) };
}

const REQUIRED = 'Es obligatorio en una exportación.';

describe('the customer of an export', () => {
  it.each([
    [{ name: null }, ['customer.name']],
    [{ documentNumber: null }, ['customer.document_number']],
    [{ country: null }, ['customer.country']],
    [
      { name: null, documentNumber: null, country: null },
      ['customer.country', 'customer.name', 'customer.document_number'],
    ],
  ])('is refused without %j', (changes, paths) => {
    expect(read(changes)).toEqual({ party: null, problems: paths.map((path) => `${path}: ${REQUIRED}`) });
  });

  it('names its activity where it has one', () => {
    expect(read({ activityCode: '01271' }).party?.descActividad).toMatch(/café/i);
    expect(read({ activityCode: '1' }).problems).toEqual([
      'customer.activity_code: No existe en el catálogo de actividades económicas (CAT-019).',
    ]);
  });

  it('may have a short trade name', () => {
    expect(read({ tradeName: 'X' }, 'v1').party).toMatchObject({ nombreComercial: 'X' });
  });
});

describe('its country', () => {
  it.each([
    ['v2', 'US', 'US', 'Estados Unidos'],
    ['v2', 'gt', 'GT', 'Guatemala'],
    ['v2', '9483', 'GT', 'Guatemala'],
    ['v1', 'GT', '9483', 'Guatemala'],
    ['v1', '9483', '9483', 'Guatemala'],
  ] as const)('in %s, given as %s, is %s', (...[generation, country, codPais, nombrePais]) => {
    expect(read({ country }, generation)).toMatchObject({ party: { codPais, nombrePais }, problems: [] });
  });

  it('is the company’s where the customer names none', () => {
    expect(read({ country: null }, 'v2', 'HN').party).toMatchObject({ codPais: 'HN' });
    expect(read({ country: 'NI' }, 'v2', 'HN').party).toMatchObject({ codPais: 'NI' });
  });

  it.each([
    ['v2', 'XX', 'No existe en el catálogo de países (CAT-020).'],
    ['v1', 'XX', 'No existe en el catálogo de países (CAT-020).'],
    ['v2', '', 'No existe en el catálogo de países (CAT-020).'],
    ['v1', 'SS', 'No existe en los países del esquema v1.'],
  ] as const)('in %s cannot be %j', (generation, country, message) => {
    expect(read({ country }, generation)).toEqual({
      party: null,
      problems: [`customer.country: ${message}`],
    });
  });

  it('can be every country of CAT-020 in v2, all but eight in v1', () => {
    const refused = (generation: SchemaGeneration) =>
      countries.rows.filter(({ code }) => read({ country: code }, generation).problems.length > 0);
    expect(refused('v2')).toEqual([]);
    expect(refused('v1')).toHaveLength(8);
  });
});

describe('its document', () => {
  it.each([
    ['v1', '13', '012345678', '01234567-8', 1],
    ['v2', '13', '01234567-8', '012345678', 1],
    ['v1', '36', '0614-010190-002-6', '06140101900026', 2],
    ['v2', '03', ' A1234 ', 'A1234', 1],
    ['v2', '02', 'RES-1', 'RES-1', 1],
    ['v1', '37', 'RFC1', 'RFC1', 2],
  ] as const)(
    'in %s of type %s, %s, is %s',
    (...[generation, documentType, documentNumber, numDocumento, person]) => {
      expect(read({ documentType, documentNumber }, generation)).toMatchObject({
        party: { tipoDocumento: documentType, numDocumento, tipoPersona: person },
        problems: [],
      });
    },
  );

  it('does not decide what kind of person has it where the caller says', () => {
    expect(read({ documentType: '03', personType: 2 }).party).toMatchObject({ tipoPersona: 2 });
    expect(read({ personType: 1 }).party).toMatchObject({ tipoPersona: 1 });
  });

  it('of two characters is enough in v2 only', () => {
    expect(read({ documentNumber: 'A1' }).problems).toEqual([]);
    expect(read({ documentNumber: 'A1' }, 'v1').problems).toEqual([
      'customer.document_number: Debe tener al menos 3 caracteres.',
    ]);
  });
});

describe('its address', () => {
  it.each([
    ['v1', 'a', 'a, Estados Unidos'],
    ['v1', 'Road', 'Road, Estados Unidos'],
    ['v1', 'Roads', 'Roads'],
    ['v2', 'a', 'a'],
    ['v2', ' 5th Avenue ', '5th Avenue'],
    ['v1', '   ', 'Domicilio en Estados Unidos'],
    ['v2', '   ', 'Domicilio en Estados Unidos'],
    ['v2', 'x'.repeat(201), 'x'.repeat(200)],
  ] as const)('in %s, given as %j, is %j', (generation, address, complemento) => {
    expect(read({ address }, generation).party).toMatchObject({ complemento });
  });

  it('is abroad: a place in El Salvador is not looked at', () => {
    expect(read({ department: '99', municipality: '99' }).problems).toEqual([]);
  });
});

describe('its telephone and e-mail', () => {
  it.each([
    ['v1', '1234567', 'customer.phone: debe tener al menos 8 caracteres.'],
    ['v2', '1'.repeat(31), 'customer.phone: no puede tener más de 30 caracteres.'],
    ['v1', '1'.repeat(51), 'customer.phone: no puede tener más de 50 caracteres.'],
  ] as const)('in %s cannot be %s', (generation, phone, problem) => {
    expect(read({ phone }, generation).problems).toEqual([problem]);
  });

  it('may have 50 characters in v1', () => {
    expect(read({ phone: '1'.repeat(50) }, 'v1').party).toMatchObject({ telefono: '1'.repeat(50) });
  });

  it.each([
    ['v1', null, FALLBACK],
    ['v2', null, null],
    ['v1', 'a@b.example', 'a@b.example'],
  ] as const)('in %s, given %s, has the e-mail %s', (generation, email, correo) => {
    expect(read({ email }, generation).party).toMatchObject({ correo });
  });
});
