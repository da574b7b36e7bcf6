import type { FormFields } from '../operations/forms/ports.ts';
import { choicesIn, entryNamed, labelOf } from './catalogs.ts';
import type { Fields } from './form.ts';
import { html, type Markup } from './html.ts';

/** Something that was typed and may mean several things. */
export interface Question {
  /** The field that it was typed in. */
  readonly field: string;
  readonly title: string;
  readonly answers: readonly Answer[];
}

export interface Answer {
  /** The button's name and value. */
  readonly name: 'traer' | 'elegir';
  readonly value: string;
  readonly label: string;
  readonly detail: string;
}

/** What a field of a catalog may mean, where its text is no entry of it; none where it is empty or nothing is like it. */
export function catalogQuestions(field: string, catalog: string, text: string): readonly Question[] {
  const wanted = text.trim();
  if (wanted === '' || entryNamed(catalog, wanted) !== null) return [];
  const answers = choicesIn(catalog, wanted).map((choice): Answer => {
    const value = `${field} ${labelOf(choice)}`;
    return { name: 'elegir', value, label: choice.description, detail: choice.code };
  });
  return answers.length === 0 ? [] : [{ field, title: `«${wanted}» puede ser:`, answers }];
}

/** The answer that a form was posted with: a field, and the entry of a catalog that it means; null for none. */
export function answerIn(form: Fields): { readonly field: string; readonly label: string } | null {
  const [, field, label] = /^(\S+) (.+)$/.exec(form.one('elegir')) ?? [];
  return field === undefined || label === undefined ? null : { field, label };
}

/** What was typed in the fields of these names, with the entry of a catalog that was chosen in one of them. */
export function typedIn(form: Fields, names: readonly string[]): FormFields {
  const answer = answerIn(form);
  return Object.fromEntries(
    names.map((name) => [name, answer?.field === name ? answer.label : form.one(name)]),
  );
}

/** Whether a form was posted to look something up in it, and not to keep it. */
export function isLookUp(form: Fields): boolean {
  return form.has('elegir') || form.has('buscar');
}

/** What was typed may mean one of these: each is a button, so that it works without script. */
export function answersOf({ title, answers }: Question): Markup {
  return html`<div class="answers" role="group" aria-label="${title}"><p class="small">${title}</p>
<ul>${answers.map(({ name, value, label, detail }) => html`<li><button class="answer" name="${name}" value="${value}" formnovalidate><span><bdi>${label}</bdi></span> <span class="small"><bdi>${detail}</bdi></span></button></li>`)}</ul></div>`;
}
