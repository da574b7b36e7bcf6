import type { FormFields } from '../../../operations/forms/ports.ts';
import { answersOf, type Question } from '../../answers.ts';
import { describedBy, type Field, labelOf, optionTags } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { listOfCatalog, type SuggestedList, suggesting } from '../../suggesting.ts';
import { catalogOf } from './form-body.ts';
import type { FieldSpec } from './specs.ts';

/** What the fields of a form are drawn from. */
export interface Drawn {
  readonly fields: FormFields;
  /** What is shown to be wrong, by the name of the field. */
  readonly problems: ReadonlyMap<string, string>;
  /** By the name of the field. */
  readonly questions: ReadonlyMap<string, Question>;
  /** The names of the fields that have been drawn by now. */
  readonly names: Set<string>;
  /** The field in which the page opens; null for none. */
  readonly focus: string | null;
  /** Whether the company has a mail server. */
  readonly canMail: boolean;
  /** Where lists of suggestions come from. */
  readonly suggestions: string;
}

/** A field of the form under its whole name, with what is wrong with it and what it may mean. */
export function control(drawn: Drawn, name: string, field: FieldSpec): Markup {
  const { hintWithoutMail, isWide = false } = field;
  const hint = drawn.canMail ? field.hint : (hintWithoutMail ?? field.hint);
  const problem = drawn.problems.get(name);
  const question = drawn.questions.get(name);
  drawn.names.add(name);
  return html`<div class="field${isWide && ' wide'} of-${field.leaf}">
<label for="${name}">${labelOf(field)}</label>
${inputOf(drawn, field, { name, hint, problem })}
${problem !== undefined && html`<p class="problem" id="${name}-problem">${problem}</p>`}
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${question !== undefined && answersOf(question)}
</div>`;
}

function inputOf(
  { fields, focus, suggestions }: Drawn,
  { options, isLong = false, inputmode }: FieldSpec,
  noted: Pick<Field, 'name' | 'hint' | 'problem'>,
): Markup {
  const { name } = noted;
  const value = fields[name] ?? '';
  const shared = html` id="${name}" name="${name}"${name === focus && html` autofocus`}${describedBy(noted)}`;
  if (options !== undefined) return html`<select${shared}>${optionTags(options, value)}</select>`;
  if (isLong) return html`<textarea${shared} rows="2" maxlength="3000">${value}</textarea>`;
  const list = listOf(name, suggestions);
  const mode = inputmode !== undefined && html` inputmode="${inputmode}"`;
  return html`<input${shared} value="${value}" type="text" autocomplete="off" enterkeyhint="next"${mode}${list !== null && suggesting(list)}>`;
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
