import type { FieldProblem } from '../core/refusals/problem.ts';
import { answersOf, type Question } from './answers.ts';
import { html, type Markup } from './html.ts';
import { listOfCatalog, suggesting } from './suggesting.ts';

/** A field of a form with its label, and with what is wrong with it. */
export interface Field {
  readonly name: string;
  /** Its name unless given: a form may have several fields of one name. */
  readonly id?: string | undefined;
  readonly label: string;
  readonly value?: string | undefined;
  readonly type?: 'text' | 'email' | 'password' | 'search' | 'date' | 'tel' | 'url' | undefined;
  /** A sentence below the field that says what belongs there. */
  readonly hint?: string | undefined;
  /** What is wrong with the value, as a sentence. */
  readonly problem?: string | undefined;
  /** A word of HTML that says what the browser may fill in: `username`, `current-password`, `off`. */
  readonly autocomplete?: string | undefined;
  /** `decimal` or `numeric` for the keyboard of telephones. */
  readonly inputmode?: 'decimal' | 'numeric' | 'email' | 'tel' | undefined;
  readonly isOptional?: boolean | undefined;
  /** Whether the browser insists on it; what is not optional is required unless this says otherwise. */
  readonly isRequired?: boolean | undefined;
  /** Whether the page opens with the cursor here. */
  readonly hasFocus?: boolean | undefined;
  readonly longest?: number | undefined;
  /** The catalog that suggests entries while somebody types; the page has an empty list for it. */
  readonly catalog?: string | undefined;
  /** What was typed in a field of a catalog and may mean several entries. */
  readonly question?: Question | undefined;
}

export function textField(field: Field): Markup {
  const {
    name,
    id = name,
    label,
    value = '',
    type = 'text',
    autocomplete = 'off',
    catalog,
    question,
  } = field;
  const attributes = html`${
    field.inputmode !== undefined && html` inputmode="${field.inputmode}"`
  }${(field.isRequired ?? field.isOptional !== true) && html` required`}${
    field.hasFocus === true && html` autofocus`
  }${field.longest !== undefined && html` maxlength="${field.longest}"`}${catalog !== undefined && suggesting(listOfCatalog(catalog))}`;
  return html`<div class="field">
<label for="${id}">${label}${field.isOptional === true && html` <span class="optional">(opcional)</span>`}</label>
<input id="${id}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"${attributes}${describedBy(field)}>
${notesOf(field)}${catalog !== undefined && html`<button class="secondary small search" name="buscar" value="${id}" aria-label="Buscar: ${label}" formnovalidate>Buscar</button>`}${question !== undefined && answersOf(question)}
</div>`;
}

/** A choice of a form. */
export interface Choice
  extends Pick<Field, 'name' | 'label' | 'value' | 'hint' | 'problem' | 'isOptional' | 'isRequired'> {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export function choiceField(field: Choice): Markup {
  const { name, label, value = '', options } = field;
  const shown = options.map(
    (option) =>
      html`<option value="${option.value}"${option.value === value && html` selected`}>${option.label}</option>`,
  );
  return html`<div class="field">
<label for="${name}">${label}${field.isOptional === true && html` <span class="optional">(opcional)</span>`}</label>
<select id="${name}" name="${name}"${(field.isRequired ?? field.isOptional !== true) && html` required`}${describedBy(field)}>${shown}</select>
${notesOf(field)}
</div>`;
}

type Notes = Pick<Field, 'name' | 'id' | 'hint' | 'problem'>;

function describedBy({ name, id = name, hint, problem }: Notes): Markup {
  const ids = [problem !== undefined && `${id}-problem`, hint !== undefined && `${id}-hint`];
  const named = ids.filter((one) => one !== false).join(' ');
  return html`${named !== '' && html` aria-describedby="${named}"`}${problem !== undefined && html` aria-invalid="true"`}`;
}

function notesOf({ name, id = name, hint, problem }: Notes): Markup {
  return html`${problem !== undefined && html`<p class="problem" id="${id}-problem">${problem}</p>`}${
    hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`
  }`;
}

/** What is wrong with the field of this name; undefined for nothing. */
export function problemOf(problems: readonly FieldProblem[], name: string): string | undefined {
  return problems.find(({ path }) => path === name)?.message;
}

/** What is wrong with a whole form, at its head, where the focus begins; nothing for null. */
export function alertOf(detail: string | null): Markup | null {
  return detail === null ? null : html`<p class="alert" role="alert">${detail}</p>`;
}

/** The button that Enter presses in a form which has others before the one that is seen. */
export function firstButton(label: string): Markup {
  return html`<button class="hidden-words" tabindex="-1">${label}</button>`;
}
