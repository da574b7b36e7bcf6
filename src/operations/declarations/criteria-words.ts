import type { AnnexEncoding } from '../../core/declaring/written-text.ts';
import type { Declaration } from './declared-documents.ts';

/** What an accountant decides where the manual is silent or contradicts itself. */
export interface Criteria
  extends Pick<Declaration, 'notesAreNegative' | 'exportsWithFreight' | 'codesWithoutHyphens'> {
  readonly encoding: AnnexEncoding;
}

/** What nobody has decided: as the manual has it. */
export const USUAL_CRITERIA: Criteria = {
  notesAreNegative: false,
  exportsWithFreight: false,
  codesWithoutHyphens: false,
  encoding: 'plain',
};

/** What a caller says of each point; the first word is the manual's reading. */
export const CRITERIA_WORDS = {
  notes: ['positive', 'negative'],
  exports: ['without_freight', 'with_freight'],
  codes: ['36', '32'],
  names: ['plain', 'accents'],
} as const;

type Words = typeof CRITERIA_WORDS;

export type AskedCriteria = { readonly [Name in keyof Words]?: Words[Name][number] | undefined };

/** The points as a caller wants them; those that are not named stay as they were. */
export function criteriaAsked(asked: AskedCriteria, before: Criteria): Criteria {
  const { notes, exports, codes, names } = asked;
  return {
    notesAreNegative: notes === undefined ? before.notesAreNegative : notes === 'negative',
    exportsWithFreight: exports === undefined ? before.exportsWithFreight : exports === 'with_freight',
    codesWithoutHyphens: codes === undefined ? before.codesWithoutHyphens : codes === '32',
    encoding: names === undefined ? before.encoding : names === 'accents' ? 'windows-1252' : 'plain',
  };
}

/** Whether two exports of one month are made the same way. */
export function sameCriteria(one: Criteria, other: Criteria): boolean {
  return (
    one.notesAreNegative === other.notesAreNegative &&
    one.exportsWithFreight === other.exportsWithFreight &&
    one.codesWithoutHyphens === other.codesWithoutHyphens &&
    one.encoding === other.encoding
  );
}

export type Point = readonly [point: string, words: string];

/** How the points stand that somebody decides, as the control sheet and the console tell them. */
export function criteriaInWords({
  notesAreNegative,
  exportsWithFreight,
  codesWithoutHyphens,
  encoding,
}: Criteria): readonly Point[] {
  return [
    [
      'Notas de crédito',
      notesAreNegative
        ? 'Con montos negativos, por decisión del contador'
        : 'Con montos positivos, como dice el manual',
    ],
    [
      'Valor de las exportaciones',
      exportsWithFreight ? 'Con seguro y flete (monto total de la operación)' : 'Sin seguro ni flete',
    ],
    [
      'Código de generación de anulados',
      codesWithoutHyphens
        ? '32 caracteres, sin guiones'
        : '36 caracteres, con guiones, como lo imprime el manual',
    ],
    [
      'Nombres',
      encoding === 'plain'
        ? 'En mayúsculas y sin tildes ni eñes, iguales en cualquier codificación'
        : 'Con tildes y eñes, en Windows-1252',
    ],
  ];
}

/** Points that the manual leaves open and nobody decides: how they are taken, for an accountant who knows better. */
export const TAKEN_FOR_GRANTED: readonly Point[] = [
  [
    'Facturas invalidadas en un mes posterior',
    'Se restan en el mes de la invalidación, en filas con la fecha original (Reglamento, art. 87): revíselas, porque su total, la columna T del anexo 2, dice que no debe llevar negativos',
  ],
  [
    'Exportaciones invalidadas en un mes posterior',
    'Se restan igual, en las columnas O, P y Q del anexo 2 y en su total, la T, para las que el manual no prevé negativos: si el portal no las toma, declárelas a mano',
  ],
  [
    'Cliente cuyo NIT es su DUI',
    'En el anexo 1 va con su NRC en la columna H; si no lo tiene, con el DUI en la columna Q. El manual no dice cuál prefiere',
  ],
  [
    'Casilla 169',
    'Lo percibido que una nota de crédito devuelve va en su fila en positivo, y la casilla lo suma: el manual no dice que se reste',
  ],
  [
    'Filas iguales en el F-14',
    'Una persona lleva más de una fila cuando su suma no daría el 10 % al centavo, y dos pueden ser iguales: son compras distintas',
  ],
];
