import type { FieldProblem } from '../core/refusals/problem.ts';
import { html, type Markup } from './html.ts';

/** A field of a form with its label, and with what is wrong with it. */
export interface Field {
  readonly name: string;
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
  /** Whether the page opens with the cursor here. */
  readonly hasFocus?: boolean | undefined;
  readonly longest?: number | undefined;
}

export function textField(field: Field): Markup {
  const { name, label, value = '', type = 'text', autocomplete = 'off' } = field;
  const attributes = html`${
    field.inputmode !== undefined && html` inputmode="${field.inputmode}"`
  }${field.isOptional !== true && html` required`}${
    field.hasFocus === true && html` autofocus`
  }${field.longest !== undefined && html` maxlength="${field.longest}"`}`;
  return html`<div class="field">
<label for="${name}">${label}${field.isOptional === true && html` <span class="optional">(opcional)</span>`}</label>
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"${attributes}${describedBy(field)}>
${notesOf(field)}
</div>`;
}

/** A choice of a form. */
export interface Choice extends Pick<Field, 'name' | 'label' | 'value' | 'hint' | 'problem' | 'isOptional'> {
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
<select id="${name}" name="${name}"${field.isOptional !== true && html` required`}${describedBy(field)}>${shown}</select>
${notesOf(field)}
</div>`;
}

type Notes = Pick<Field, 'name' | 'hint' | 'problem'>;

function describedBy({ name, hint, problem }: Notes): Markup {
  const ids = [problem !== undefined && `${name}-problem`, hint !== undefined && `${name}-hint`];
  const named = ids.filter((id) => id !== false).join(' ');
  return html`${named !== '' && html` aria-describedby="${named}"`}${problem !== undefined && html` aria-invalid="true"`}`;
}

function notesOf({ name, hint, problem }: Notes): Markup {
  return html`${problem !== undefined && html`<p class="problem" id="${name}-problem">${problem}</p>`}${
    hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`
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
