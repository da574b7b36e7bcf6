import type { Problem } from '../core/refusals/refusal.ts';
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
  const attributes = html`${field.inputmode && html` inputmode="${field.inputmode}"`}${required(field)}${
    field.hasFocus && html` autofocus`
  }${field.longest !== undefined && html` maxlength="${field.longest}"`}${catalog !== undefined && suggesting(listOfCatalog(catalog))}`;
  const input = html`<input id="${id}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"${attributes}${describedBy(field)}>`;
  return labelled(
    field,
    input,
    html`${catalog !== undefined && html`<button class="secondary small search" name="buscar" value="${id}" aria-label="Buscar: ${label}" formnovalidate>Buscar</button>`}${question !== undefined && answersOf(question)}`,
  );
}

/** What a list offers. */
export type Option = readonly [value: string, label: string];

/** What a list offers by value, in the order of the values where these are numbers; `none` stands for no choice. */
export function optionsFrom(words: Readonly<Record<string, string>>, none?: string): readonly Option[] {
  const all = Object.entries(words);
  return none === undefined ? all : [['', none], ...all];
}

export function choiceField(field: Field & { readonly options: readonly Option[] }): Markup {
  const { name, value = '', options } = field;
  return labelled(
    field,
    html`<select id="${name}" name="${name}"${required(field)}${describedBy(field)}>${optionTags(options, value)}</select>`,
  );
}

export function optionTags(options: readonly Option[], chosen: string): readonly Markup[] {
  return options.map(
    ([value, label]) =>
      html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`,
  );
}

function labelled(field: Field, control: Markup, below?: Markup): Markup {
  const { name, id = name, hint, problem } = field;
  return html`<div class="field">
<label for="${id}">${labelOf(field)}</label>
${control}
${problem !== undefined && html`<p class="problem" id="${id}-problem">${problem}</p>`}${
  hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`
}${below}
</div>`;
}

export function labelOf({ label, isOptional = false }: Pick<Field, 'label' | 'isOptional'>): Markup {
  return html`${label}${isOptional && html` <span class="optional">(opcional)</span>`}`;
}

function required({ isOptional = false, isRequired = !isOptional }: Field): Markup | false {
  return isRequired && html` required`;
}

/** The attributes that tie what stands below a field to it. */
export function describedBy({ name, id = name, hint, problem }: Omit<Field, 'label'>): Markup {
  const ids = [problem !== undefined && `${id}-problem`, hint !== undefined && `${id}-hint`];
  const named = ids.filter((one) => one !== false).join(' ');
  return html`${named !== '' && html` aria-describedby="${named}"`}${problem !== undefined && html` aria-invalid="true"`}`;
}

/** What is wrong with the field of this name; undefined for nothing. */
export function problemOf(problems: readonly Problem[], name: string): string | undefined {
  return problems.find(({ path }) => path === name)?.message;
}

/** What is wrong with a whole form, at its head, where the focus begins; nothing for null. */
export function alertOf(detail: string | null): Markup | null {
  return detail === null ? null : html`<p class="alert" role="alert">${detail}</p>`;
}

/** What a refusal says that names no field. */
export function refusalAlert(
  refusal: { readonly problems: readonly Problem[]; readonly detail: string } | null,
): Markup | null {
  return alertOf(refusal === null || refusal.problems.length > 0 ? null : refusal.detail);
}

/** What was done before a page was shown; nothing where its address does not say so. */
export function doneOf(said: string | undefined): Markup | false {
  return said !== undefined && html`<p class="done" role="status">${said}</p>`;
}

/** What a form posts without showing it. */
export function hiddenFields(fields: readonly (readonly [name: string, value: string | number])[]): Markup {
  return html`${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;
}

/** The button that Enter presses in a form which has others before the one that is seen. */
export function firstButton(label: string): Markup {
  return html`<button class="hidden-words" tabindex="-1">${label}</button>`;
}
