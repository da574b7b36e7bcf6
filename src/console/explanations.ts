import type { Explanation } from '../core/explaining/explain.ts';
import { inWords } from './field-words.ts';
import { html, type Markup } from './html.ts';

/** Why the authority rejected something, and what to do about it. */
export function explanationsOf(explanations: readonly Explanation[]): Markup {
  return html`<ul class="why">${explanations.map(explanationOf)}</ul>`;
}

function explanationOf({ said, why, remedy, value, official }: Explanation): Markup {
  return html`<li><p><strong>${inWords(why)}</strong>${value !== null && value !== '' && html` El documento decía: <bdi class="code">${value}</bdi>.`}</p>
<p>${inWords(remedy)}</p>
<p class="small">Hacienda dijo: <bdi>${said}</bdi>${official !== null && html` <span class="code">(${official})</span>`}</p></li>`;
}
