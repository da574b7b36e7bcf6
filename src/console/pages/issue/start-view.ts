import { FACTURA } from '../../../core/dte/types/factura.ts';
import type { BegunForm } from '../../../operations/forms/ports.ts';
import { html, type Markup } from '../../html.ts';
import { companyLayout } from '../../layout.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { agoOf } from '../../words.ts';
import { partyName } from './order-fields.ts';
import { FORMS, formOf } from './specs.ts';

/** Where one chooses what to issue, or goes on with what was begun. */
export function startPage(
  visit: CompanyVisit,
  { begun, nowMs }: { readonly begun: readonly BegunForm[]; readonly nowMs: number },
): Markup {
  const body = html`<h1>Emitir</h1>
<ul class="choices">${FORMS.map(
    ({ tipoDte, title, purpose }) =>
      html`<li><a class="card choice" href="${addressIn(visit, `/emitir/${tipoDte}`)}"${tipoDte === FACTURA.code && html` autofocus`}><strong>${title}</strong> <span class="small">${purpose}</span></a></li>`,
  )}</ul>
${begun.length > 0 && html`<section class="card"><h2>Borradores</h2><ul class="rows">${begun.map((form) => begunRow(visit, form, nowMs))}</ul></section>`}`;
  return companyLayout(visit, { title: 'Emitir', main: 'issuing', body, active: 'issue' });
}

function begunRow(
  visit: CompanyVisit,
  { tipoDte, externalRef, fields, updatedMs }: BegunForm,
  nowMs: number,
): Markup {
  const query = new URLSearchParams({ ref: externalRef });
  const name = fields[`${partyName(tipoDte)}.name`] ?? '';
  return html`<li><div><a href="${addressIn(visit, `/emitir/${tipoDte}?${query}`)}"><bdi>${name === '' ? 'Sin nombre todavía' : name}</bdi></a>
<span class="small">${formOf(tipoDte)?.title ?? tipoDte} · ${agoOf(updatedMs, nowMs)}</span></div></li>`;
}
