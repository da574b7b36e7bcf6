import {
  type Criteria,
  criteriaInWords,
  USUAL_CRITERIA,
} from '../../../operations/declarations/criteria-words.ts';
import { choiceField, hiddenFields, type Option } from '../../fields.ts';
import { type Fields, queryText } from '../../form.ts';
import { html, type Markup } from '../../html.ts';

/** A point that the manual leaves open, as a form and an address have it: the first value is the manual's reading. */
interface Point {
  readonly name: string;
  readonly label: string;
  readonly options: readonly [usual: Option, other: Option];
  /** Whether the other of the two was chosen. */
  readonly isSwitched: (criteria: Criteria) => boolean;
}

/** The field and its value by which notes of credit go below zero. */
export const NEGATIVE_NOTES = { name: 'notas', value: 'negativas' } as const;

const POINTS: readonly Point[] = [
  {
    name: NEGATIVE_NOTES.name,
    label: 'Notas de crédito',
    options: [
      ['positivas', 'Positivas, como dice el manual'],
      [NEGATIVE_NOTES.value, 'Negativas'],
    ],
    isSwitched: ({ notesAreNegative }) => notesAreNegative,
  },
  {
    name: 'exportaciones',
    label: 'Valor de las exportaciones',
    options: [
      ['sin_flete', 'Sin seguro ni flete'],
      ['con_flete', 'Con seguro y flete'],
    ],
    isSwitched: ({ exportsWithFreight }) => exportsWithFreight,
  },
  {
    name: 'codigos',
    label: 'Código de los anulados',
    options: [
      ['36', '36 caracteres, con guiones'],
      ['32', '32, sin guiones'],
    ],
    isSwitched: ({ codesWithoutHyphens }) => codesWithoutHyphens,
  },
  {
    name: 'nombres',
    label: 'Nombres',
    options: [
      ['sin_tildes', 'Mayúsculas sin tildes'],
      ['con_tildes', 'Con tildes y eñes'],
    ],
    isSwitched: ({ encoding }) => encoding === 'windows-1252',
  },
];

/** What was chosen in a form or an address; what was not is as before. */
export function criteriaIn(fields: Fields, before: Criteria = USUAL_CRITERIA): Criteria {
  const switched = POINTS.map(({ name, options: [[usual], [other]], isSwitched }) => {
    const chosen = fields.one(name);
    return chosen === other || (chosen !== usual && isSwitched(before));
  });
  const [notesAreNegative = false, exportsWithFreight = false, codesWithoutHyphens = false, hasAccents] =
    switched;
  const encoding = hasAccents === true ? 'windows-1252' : 'plain';
  return { notesAreNegative, exportsWithFreight, codesWithoutHyphens, encoding };
}

/** How the points stand, as the fields of a form. */
function chosenIn(criteria: Criteria): readonly Option[] {
  return POINTS.map(({ name, options: [usual, other], isSwitched }) => [
    name,
    (isSwitched(criteria) ? other : usual)[0],
  ]);
}

/** The criteria for an address. */
export function criteriaQuery(criteria: Criteria): string {
  return `?${queryText(chosenIn(criteria))}`;
}

/** Choices of a form. */
export function criteriaFields(criteria: Criteria): Markup {
  const chosen = new Map(chosenIn(criteria));
  const fields = POINTS.map((point) => choiceField({ ...point, value: chosen.get(point.name) }));
  return html`<div class="fields">${fields}</div>`;
}

/** What was chosen before, for a form that only asks for a confirmation. */
export function hiddenCriteria(criteria: Criteria): Markup {
  return hiddenFields(chosenIn(criteria));
}

/** How the points stand, for people to read. */
export function criteriaList(criteria: Criteria): Markup {
  return html`<ul>${criteriaInWords(criteria).map(([point, words]) => html`<li>${point}: ${words.charAt(0).toLowerCase()}${words.slice(1)}.</li>`)}</ul>`;
}
