import { describe, expect, it } from 'vitest';
import { draftedMember } from '../../../test/support/drafted.ts';
import {
  exampleContext,
  exampleLine,
  exampleOrder,
  problemsOf,
} from '../../../test/support/example-order.ts';
import { exampleSubject, sentences } from '../../../test/support/example-parties.ts';
import { units } from '../../catalogs/data/units.ts';
import type { DraftContext, Order } from './order.ts';
import { draftSujetoExcluido } from './sujeto-excluido-draft.ts';

function draft(changes: Partial<Order> = {}, context: Partial<DraftContext> = {}) {
  const order = exampleOrder({ tipoDte: '14', customer: exampleSubject(), ...changes });
  return draftSujetoExcluido(order, exampleContext(context));
}

function problems(changes: Partial<Order>, context: Partial<DraftContext> = {}) {
  return sentences(problemsOf(draft(changes, context)));
}

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
    expect(draftedMember(draft({ customer }), 'receptor')).toMatchObject({
      codActividad: '16220',
      direccion: { departamento: '05', municipio: '28', distrito: '11', complemento: 'Pasaje 3' },
      telefono: '7000-0000',
      correo: 'juan@ejemplo.com',
    });
  });

  it.each([
    [{ name: null }, 'subject.name: Es obligatorio.'],
    [{ documentNumber: null }, 'subject.document_number: Es obligatorio.'],
    [
      { documentNumber: '01234567-1' },
      'subject.document_number: el dígito verificador del DUI no es correcto.',
    ],
    [{ district: '999999' }, expect.stringMatching(/^subject\.district: /)],
    [
      { activityCode: '1' },
      'subject.activity_code: No existe en el catálogo de actividades económicas (CAT-019).',
    ],
  ])('cannot be %j', (changes, problem) => {
    expect(problems({ customer: exampleSubject(changes) })).toEqual([problem]);
  });

  it.each([
    ['02', 'RES 1', 'RES 1'],
    ['03', 'A123', 'A123'],
    ['13', '01234567-8', '012345678'],
    ['36', '0614-010190-002-6', '06140101900026'],
    ['37', 'X-1', 'X-1'],
    [null, 'X-1', 'X-1'],
  ] as const)('of document type %s may have the number %s', (documentType, documentNumber, numDocumento) => {
    const customer = exampleSubject({ documentType, documentNumber });
    expect(draftedMember(draft({ customer }), 'receptor')).toMatchObject({
      tipoDocumento: documentType ?? '37',
      numDocumento,
    });
  });

  it('is required', () => {
    expect(problems({ customer: null })).toEqual(['subject: Es obligatorio.']);
  });
});

describe('a unit', () => {
  const refused = (generation: 'v1' | 'v2') =>
    units.rows.filter(
      ({ code }) => problems({ lines: [exampleLine({ unit: code })] }, { generation }).length > 0,
    );

  it('of CAT-014 is taken, in v1 too', () => {
    expect(refused('v2')).toEqual([]);
    expect(refused('v1')).toEqual([]);
  });

  it('that does not exist is refused by its line', () => {
    expect(problems({ lines: [exampleLine({ unit: '60' })] }, { generation: 'v1' })).toEqual([
      'lines[0].unit: No existe en el catálogo de unidades (CAT-014).',
    ]);
  });
});

describe('a huge purchase', () => {
  it('is refused from the limit on, whatever is retained', () => {
    const lines = [
      exampleLine({ unitPrice: 99_999_999_999, isService: true }),
      exampleLine({ unitPrice: 1, isService: true }),
    ];
    expect(problems({ lines })).toEqual(['lines: El total debe ser menor que 100,000,000,000.']);
  });
});
