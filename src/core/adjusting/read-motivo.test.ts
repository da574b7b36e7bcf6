import { describe, expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { idOf } from '../../../test/support/identifiers.ts';
import type { TipoAnulacion } from '../dte/invalidacion.ts';
import type { SchemaGeneration, TipoDte } from '../dte/kinds.ts';
import {
  type InvalidationWish,
  type PersonWish,
  type Replacement,
  readMotivo,
  whyNotReplacement,
} from './read-motivo.ts';

const ANA: PersonWish = { name: 'Ana Ficticia', documentType: '13', documentNumber: '00000001-8' };
const BETO: PersonWish = { name: 'Beto Ficticio', documentType: '37', documentNumber: ' A-12 ' };
const STORED_ANA = { ...ANA, documentNumber: '000000018' };
const STORED_BETO = { ...BETO, documentNumber: 'A-12' };
const SILENT: InvalidationWish = {
  type: null,
  reason: null,
  responsible: null,
  requester: null,
  replacement: null,
};
const WISH: InvalidationWish = { ...SILENT, type: 2, responsible: ANA, requester: BETO };

const person = ({ name, documentType, documentNumber }: PersonWish) => ({
  name,
  document_type: documentType,
  document_number: documentNumber,
});
const SET_UP = {
  invalidation: {
    responsible: person(ANA),
    requester: person(STORED_BETO),
    default_type: 3,
    default_reason: 'Razón de la casa',
  },
};

interface Case {
  readonly tipoDte?: TipoDte;
  readonly generation?: SchemaGeneration;
  readonly file?: Readonly<Record<string, unknown>>;
}

function reading(
  wish: Partial<InvalidationWish>,
  { tipoDte = '01', generation = 'v2', file = {} }: Case = {},
) {
  return readMotivo({ ...WISH, ...wish }, exampleCompany(file), { tipoDte, generation });
}

/** The paths of what is wrong. */
function wrong(wish: Partial<InvalidationWish>, setting: Case = {}): readonly string[] {
  const outcome = reading(wish, setting);
  return outcome.kind === 'problems' ? outcome.problems.map(({ path }) => path) : [];
}

describe('the reason of an invalidation', () => {
  it('is the caller’s, with numbers in their stored form', () => {
    expect(reading({ reason: 'Se vendió dos veces' })).toEqual({
      kind: 'motivo',
      motivo: {
        tipoAnulacion: 2,
        motivoAnulacion: 'Se vendió dos veces',
        responsable: STORED_ANA,
        solicitante: STORED_BETO,
      },
    });
  });

  it('is the company’s where the caller is silent', () => {
    const outcome = reading({ ...SILENT, replacement: 'otra' }, { file: SET_UP });
    expect(outcome).toMatchObject({
      motivo: {
        tipoAnulacion: 3,
        motivoAnulacion: 'Razón de la casa',
        responsable: STORED_ANA,
        solicitante: STORED_BETO,
      },
    });
  });

  it('says where people can be set who are named nowhere', () => {
    expect(reading(SILENT)).toEqual({
      kind: 'problems',
      problems: [
        {
          path: 'responsible',
          code: 'not_configured',
          message: 'Envíelo, o configúrelo en la empresa (invalidation.responsible).',
        },
        {
          path: 'requester',
          code: 'not_configured',
          message: 'Envíelo, o configúrelo en la empresa (invalidation.requester).',
        },
      ],
    });
  });

  it.each<readonly [string, Partial<InvalidationWish>, readonly string[]]>([
    ['another cause without a reason', { type: 3, replacement: 'otra' }, ['reason']],
    ['a reason of four characters', { reason: 'algo' }, ['reason']],
    ['a reason of 201 characters', { reason: 'x'.repeat(201) }, ['reason']],
    ['a name of four characters', { responsible: { ...ANA, name: 'Anas' } }, ['responsible.name']],
    ['a DUI that is none', { responsible: { ...ANA, documentNumber: '1' } }, ['responsible.document_number']],
    [
      'a kind of document that is none',
      { requester: { ...BETO, documentType: '99' } },
      ['requester.document_type'],
    ],
    [
      'a number of two characters',
      { requester: { ...BETO, documentNumber: 'A1' } },
      ['requester.document_number'],
    ],
    ['an empty number', { requester: { ...BETO, documentNumber: '' } }, ['requester.document_number']],
    ['nothing', {}, []],
    ['a reason of 200 characters', { reason: 'x'.repeat(200) }, []],
  ])('with %s', (_, wish, expected) => {
    expect(wrong(wish)).toEqual(expected);
  });
});

describe('the replacement', () => {
  const PATH = 'replacement_document_id';
  it.for<readonly [TipoDte, TipoAnulacion, SchemaGeneration, readonly string[], readonly string[]]>([
    // Wrong without a replacement, and with one.
    ['01', 1, 'v2', [PATH], []],
    ['03', 3, 'v1', [PATH], []],
    ['11', 1, 'v1', [PATH], []],
    ['14', 3, 'v2', [PATH], []],
    ['01', 2, 'v2', [], [PATH]],
    ['14', 2, 'v1', [], [PATH]],
    ['05', 1, 'v2', [], [PATH]],
    ['05', 2, 'v2', [], [PATH]],
    ['05', 2, 'v1', [], [PATH]],
    ['05', 1, 'v1', ['type'], [PATH, 'type']],
    ['05', 3, 'v1', ['type'], [PATH, 'type']],
  ])('of a %s with type %i in %s', ([tipoDte, type, generation, without, withOne]) => {
    const wish = { type, reason: 'Por otra causa' };
    const setting = { tipoDte, generation };
    expect(wrong(wish, setting)).toEqual(without);
    expect(wrong({ ...wish, replacement: 'otra' }, setting)).toEqual(withOne);
  });
});

const INVALIDATED = { documentId: idOf('a'), tipoDte: '01' } as const;
const GOOD: Replacement = {
  documentId: idOf('b'),
  tipoDte: '01',
  state: 'stamped',
  standing: { invalidation: null, notes: [] },
};

it.each<readonly [string, Replacement | null, string | null]>([
  ['a good one', GOOD, null],
  [
    'one that another document took the place of in vain',
    { ...GOOD, standing: { invalidation: 'rejected', notes: [] } },
    null,
  ],
  ['none', null, 'No existe un documento con ese identificador o referencia.'],
  ['the document itself', { ...GOOD, documentId: idOf('a') }, 'Es el mismo documento que se invalida.'],
  [
    'one of another type',
    { ...GOOD, tipoDte: '03' },
    'Debe ser de tipo 01, como el documento que se invalida.',
  ],
  ['one without a seal', { ...GOOD, state: 'contingency' }, 'Todavía no tiene sello de Hacienda.'],
  [
    'one that is being invalidated',
    { ...GOOD, standing: { invalidation: 'open', notes: [] } },
    'Está invalidado.',
  ],
])('%s: %j', (_, replacement, expected) => {
  expect(whyNotReplacement(replacement, INVALIDATED)).toBe(expected);
});
