import type { FieldProblem } from '../../../core/refusals/problem.ts';
import type { FormFields } from '../../../operations/forms/ports.ts';
import { answersOf, type Question } from '../../answers.ts';
import { problemOf } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { listOfCatalog, type SuggestedList, suggesting } from '../../suggesting.ts';
import { catalogOf } from './catalog-fields.ts';
import type { FieldSpec } from './specs.ts';

/** What the fields of a form are drawn from. */
export interface Drawn {
  readonly fields: FormFields;
  /** Those that are shown. */
  readonly problems: readonly FieldProblem[];
  readonly questions: readonly Question[];
  /** The field in which the page opens; null for none. */
  readonly focus: string | null;
  /** Whether the company has a mail server. */
  readonly canMail: boolean;
  /** Where lists of suggestions come from. */
  readonly suggestions: string;
}

/** A field of the form under its whole name, with what is wrong with it and what it may mean. */
export function control(drawn: Drawn, name: string, field: FieldSpec): Markup {
  const { hintWithoutMail } = field;
  const spec = drawn.canMail || hintWithoutMail === undefined ? field : { ...field, hint: hintWithoutMail };
  const problem = problemOf(drawn.problems, name);
  const question = drawn.questions.find(({ field }) => field === name);
  const wide = spec.isWide === true ? ' wide' : '';
  return html`<div class="field${wide} of-${spec.leaf}">
<label for="${name}">${spec.label}${spec.isOptional === true && html` <span class="optional">(opcional)</span>`}</label>
${inputOf(drawn, name, { ...spec, problem })}
${problem !== undefined && html`<p class="problem" id="${name}-problem">${problem}</p>`}
${spec.hint !== undefined && html`<p class="hint" id="${name}-hint">${spec.hint}</p>`}
${question !== undefined && answersOf(question)}
</div>`;
}

interface Noted extends FieldSpec {
  readonly problem: string | undefined;
}

function inputOf({ fields, focus, suggestions }: Drawn, name: string, spec: Noted): Markup {
  const value = fields[name] ?? '';
  const shared = html` id="${name}" name="${name}"${name === focus && html` autofocus`}${notes(name, spec)}`;
  if (spec.options !== undefined) {
    const options = spec.options.map(
      ([code, label]) => html`<option value="${code}"${code === value && html` selected`}>${label}</option>`,
    );
    return html`<select${shared}>${options}</select>`;
  }
  if (spec.isLong === true) return html`<textarea${shared} rows="2" maxlength="3000">${value}</textarea>`;
  const list = listOf(name, suggestions);
  const mode = spec.inputmode === undefined ? null : html` inputmode="${spec.inputmode}"`;
  const suggested = list !== null && suggesting(list);
  return html`<input${shared} value="${value}" type="text" autocomplete="off" enterkeyhint="next"${mode}${suggested}>`;
}

function notes(name: string, { hint, problem }: Noted): Markup {
  const ids = [problem !== undefined && `${name}-problem`, hint !== undefined && `${name}-hint`];
  const named = ids.filter((id) => id !== false).join(' ');
  return html`${named !== '' && html` aria-describedby="${named}"`}${problem !== undefined && html` aria-invalid="true"`}`;
}

/** What a field suggests while somebody types: its list in the page, and where that is filled from. */
function listOf(name: string, suggestions: string): SuggestedList | null {
  const catalog = catalogOf(name);
  if (catalog !== null) return listOfCatalog(catalog);
  if (/^(?:customer|subject)\.name$/.test(name))
    return { id: 'lista-clientes', address: `${suggestions}/clientes`, isPersonal: true };
  if (!/^lines\[\d+\]\.description$/.test(name)) return null;
  return { id: 'lista-productos', address: `${suggestions}/productos` };
}
