import type { Explanation } from '../core/explaining/explain.ts';
import { may, type Standing } from '../core/users/roles.ts';
import { daysInWords, inWords } from './field-words.ts';
import { html, type Markup } from './html.ts';

/** Why the authority rejected something, and what to do about it. */
export function explanationsOf(explanations: readonly Explanation[]): Markup {
  return html`<ul class="why">${explanations.map(explanationOf)}</ul>`;
}

function explanationOf({ said, why, remedy, value }: Explanation): Markup {
  return html`<li><p><strong>${inWords(why)}</strong>${valueSaid(value)}</p>
<p>${inWords(remedy)}</p>
<p class="small">${saidOf(said)}.</p></li>`;
}

/** What stood in the document; a day as people write it. */
export function valueSaid(value: string | null): Markup | false {
  if (value === null || value === '') return false;
  return html` El documento decía «<bdi>${daysInWords(value)}</bdi>».`;
}

/** The datum in front, by the name that it has in the official document: the explanation says it in words. */
const DATUM = /^\[(?:[^[\]\s]|\[\d*\])+\]\s*(?=\S)/;

/** What the authority said; its own words whole stand among what has happened to the document. */
export function saidOf(said: string): Markup {
  return html`Hacienda dijo: «<bdi>${said.replace(DATUM, '')}</bdi>»`;
}

/** Who may correct a rejected document, for whoever may not; nothing for whoever may. */
export function whoCorrects(role: Standing): Markup | false {
  return (
    !may(role, 'issue') &&
    html`<p>Su función no emite: lo corrige el propietario o, el mismo día, el cajero que lo emitió.</p>`
  );
}
