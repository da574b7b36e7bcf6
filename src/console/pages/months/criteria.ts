import {
  type Criteria,
  criteriaInWords,
  USUAL_CRITERIA,
} from '../../../operations/declarations/criteria-words.ts';
import { choiceField } from '../../fields.ts';
import type { Fields } from '../../form.ts';
import { html, type Markup } from '../../html.ts';

/** A point that the manual leaves open, as a form and an address have it: the first value is the manual's reading. */
interface Point {
  readonly name: string;
  readonly label: string;
  readonly options: readonly [usual: Option, other: Option];
  /** Whether the other of the two was chosen. */
  readonly isSwitched: (criteria: Criteria) => boolean;
}

interface Option {
  readonly value: string;
  readonly label: string;
}

/** The field and its value by which notes of credit go below zero. */
export const NEGATIVE_NOTES = { name: 'notas', value: 'negativas' } as const;

const POINTS: readonly Point[] = [
  {
    name: NEGATIVE_NOTES.name,
    label: 'Notas de crédito',
    options: [
      { value: 'positivas', label: 'Positivas, como dice el manual' },
      { value: NEGATIVE_NOTES.value, label: 'Negativas' },
    ],
    isSwitched: ({ notesAreNegative }) => notesAreNegative,
  },
  {
    name: 'exportaciones',
    label: 'Valor de las exportaciones',
    options: [
      { value: 'sin_flete', label: 'Sin seguro ni flete' },
      { value: 'con_flete', label: 'Con seguro y flete' },
    ],
    isSwitched: ({ exportsWithFreight }) => exportsWithFreight,
  },
  {
    name: 'codigos',
    label: 'Código de los anulados',
    options: [
      { value: '36', label: '36 caracteres, con guiones' },
      { value: '32', label: '32, sin guiones' },
    ],
    isSwitched: ({ codesWithoutHyphens }) => codesWithoutHyphens,
  },
  {
    name: 'nombres',
    label: 'Nombres',
    options: [
      { value: 'sin_tildes', label: 'Mayúsculas sin tildes' },
      { value: 'con_tildes', label: 'Con tildes y eñes' },
    ],
    isSwitched: ({ encoding }) => encoding === 'windows-1252',
  },
];

/** What was chosen in a form or an address; what was not is as before. */
export function criteriaIn(fields: Fields, before: Criteria = USUAL_CRITERIA): Criteria {
  const [notesAreNegative, exportsWithFreight, codesWithoutHyphens, hasAccents] = POINTS.map((point) => {
    const [usual, other] = point.options;
    const chosen = fields.one(point.name);
    if (chosen === other.value) return true;
    return chosen === usual.value ? false : point.isSwitched(before);
  });
  return {
    notesAreNegative: notesAreNegative === true,
    exportsWithFreight: exportsWithFreight === true,
    codesWithoutHyphens: codesWithoutHyphens === true,
    encoding: hasAccents === true ? 'windows-1252' : 'plain',
  };
}

function chosenOf({ options: [usual, other], isSwitched }: Point, criteria: Criteria): string {
  return (isSwitched(criteria) ? other : usual).value;
}

/** The same for an address. */
export function criteriaQuery(criteria: Criteria): string {
  return `?${new URLSearchParams(
    POINTS.map((point): [string, string] => [point.name, chosenOf(point, criteria)]),
  )}`;
}

/** Choices of a form. */
export function criteriaFields(criteria: Criteria): Markup {
  const fields = POINTS.map((point) =>
    choiceField({
      name: point.name,
      label: point.label,
      value: chosenOf(point, criteria),
      options: point.options,
    }),
  );
  return html`<div class="fields">${fields}</div>`;
}

/** What was chosen before, for a form that only asks for a confirmation. */
export function hiddenCriteria(criteria: Criteria): Markup {
  return html`${POINTS.map((point) => html`<input type="hidden" name="${point.name}" value="${chosenOf(point, criteria)}">`)}`;
}

/** How the points stand, for people to read. */
export function criteriaList(criteria: Criteria): Markup {
  return html`<ul>${criteriaInWords(criteria).map(([point, words]) => html`<li>${point}: ${words.charAt(0).toLowerCase()}${words.slice(1)}.</li>`)}</ul>`;
}
