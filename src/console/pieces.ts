import { hiddenFields } from './fields.ts';
import { html, type Markup } from './html.ts';
import { csrfField } from './layout.ts';

// Pieces that several pages have.

/** A form that is one small button, in a list; `what` says it to whoever does not see in which row it stands. */
export function rowForm(
  csrf: string,
  form: {
    readonly action: string;
    readonly fields?: readonly (readonly [name: string, value: string])[];
    readonly label: string;
    readonly what: string;
  },
): Markup {
  const { action, fields = [], label, what } = form;
  return html`<form method="post" action="${action}">${csrfField(csrf)}${hiddenFields(fields)}<button class="secondary small" aria-label="${what}">${label}</button></form>`;
}

/** A figure with its name above and a note below. */
export function statOf(label: string, value: string, note?: string | Markup): Markup {
  return html`<div class="stat"><dt>${label}</dt><dd>${value}</dd>${note !== undefined && html`<dd class="note">${note}</dd>`}</div>`;
}

/** The way through a list, the newest first: `here` begins it, and `next` goes on; null where nothing follows. */
export function pagerOf({
  here,
  next,
  isFirst,
}: {
  readonly here: string;
  readonly next: string | null;
  readonly isFirst: boolean;
}): Markup | false {
  if (isFirst && next === null) return false;
  return html`<nav class="actions" aria-label="Páginas">${!isFirst && html`<a class="button secondary" href="${here}">Los más recientes</a>`}${next !== null && html`<a class="button secondary" rel="next" href="${next}">Anteriores a estos</a>`}</nav>`;
}
