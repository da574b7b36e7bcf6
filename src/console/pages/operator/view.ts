import type { WatchedCompany } from '../../../operations/installation/watch-companies.ts';
import { html, type Markup } from '../../html.ts';
import { operatorLayout } from '../../operator-layout.ts';
import type { UserVisit } from '../../visit.ts';
import { agoOf, countedOf, countOf, dayOf } from '../../words.ts';

interface Companies {
  readonly companies: readonly WatchedCompany[];
  readonly found: number;
  readonly all: number;
  /** What was searched for, as it was typed. */
  readonly wanted: string;
  readonly page: number;
  readonly pages: number;
  readonly nowMs: number;
}

export function operatorPage(visit: UserVisit, shown: Companies): Markup {
  const { companies, found, all, wanted, nowMs } = shown;
  const body = html`<form method="get" action="/app/operador" role="search" class="inline">
<label class="hidden-words" for="q">Buscar una empresa</label>
<input id="q" name="q" type="search" value="${wanted}" placeholder="Nombre de la empresa" autocomplete="off">
<button class="secondary">Buscar</button><a class="button" href="/app/operador/empresas/nueva">Abrir una empresa</a></form>
<p class="soft">${found === all ? countedOf(all, 'empresa', 'empresas') : `${countOf(found)} de ${countedOf(all, 'empresa', 'empresas')}`}</p>
${
  companies.length === 0
    ? emptyState(all)
    : html`<div class="card"><table class="cards"><caption class="hidden-words">Empresas</caption>
<thead><tr><th scope="col">Empresa</th><th scope="col">Esquema</th><th scope="col">Último sello</th><th scope="col">Por atender</th><th scope="col">Certificado</th></tr></thead>
<tbody>${companies.map((company) => rowOf(company, nowMs))}</tbody></table></div>`
}
${pager(shown)}`;
  return operatorLayout(visit, { title: 'Empresas', active: 'companies', body });
}

function emptyState(all: number): Markup {
  return all === 0
    ? html`<div class="empty card"><h2>Todavía no hay empresas</h2><p><a class="button" href="/app/operador/empresas/nueva">Abrir la primera</a></p></div>`
    : html`<div class="empty card"><h2>Ninguna se llama así</h2><p><a href="/app/operador">Ver todas</a></p></div>`;
}

function rowOf(company: WatchedCompany, nowMs: number): Markup {
  const { named, generation, standing } = company;
  const { slug, name, ambiente } = named;
  const stamped = standing.lastStampMs === null ? 'ninguno' : agoOf(standing.lastStampMs, nowMs);
  return html`<tr><td class="lead"><a href="/app/operador/empresas/${slug}"><bdi>${name}</bdi></a> ${environmentChip(ambiente)} <span class="small">${slug}</span></td>
<td data-label="Esquema">${generationText(generation)}</td>
<td data-label="Último sello">${stamped}</td>
<td data-label="Por atender"><span class="chips">${attentionChips(company)}</span></td>
<td data-label="Certificado">${certificateChip(company, nowMs)}</td></tr>`;
}

export function environmentChip(ambiente: string): Markup {
  return ambiente === '00'
    ? html`<span class="chip">Pruebas</span>`
    : html`<span class="chip good">Producción</span>`;
}

export function generationText(generation: WatchedCompany['generation']): string {
  return generation === null ? 'no se atiende aquí' : generation === 'both' ? 'v1 y v2' : generation;
}

/** A chip for each kind of thing that needs somebody; one that says so where nothing does. */
function attentionChips({ counts, standing }: WatchedCompany): Markup {
  const { rejected, contingency, mail, put_aside: aside, invalidation_rejected: cancelling } = counts;
  const chips = [
    rejected > 0 && html`<span class="chip bad">${countedOf(rejected, 'rechazado', 'rechazados')}</span>`,
    contingency > 0 && html`<span class="chip warn">${countOf(contingency)} en contingencia</span>`,
    aside > 0 && html`<span class="chip bad">${countedOf(aside, 'detenido', 'detenidos')}</span>`,
    cancelling > 0 &&
      html`<span class="chip bad">${countedOf(cancelling, 'anulación rechazada', 'anulaciones rechazadas')}</span>`,
    mail > 0 &&
      html`<span class="chip warn">${countedOf(mail, 'correo sin entregar', 'correos sin entregar')}</span>`,
    !standing.hasCredentials && html`<span class="chip bad">Sin credenciales</span>`,
  ].filter((chip) => chip !== false);
  return chips.length === 0 ? html`<span class="chip good">Nada</span>` : html`${chips}`;
}

const DAY_MS = 86_400_000;
/** The Ministry takes weeks to renew a certificate. */
const SOON_DAYS = 60;

export function certificateChip({ standing }: Pick<WatchedCompany, 'standing'>, nowMs: number): Markup {
  const { certificate } = standing;
  if (certificate === null) return html`<span class="chip bad">Sin certificado</span>`;
  const { notBeforeMs, notAfterMs } = certificate;
  if (nowMs > notAfterMs) return html`<span class="chip bad">Venció el ${dayOf(notAfterMs)}</span>`;
  if (nowMs < notBeforeMs) return html`<span class="chip bad">Vale desde el ${dayOf(notBeforeMs)}</span>`;
  const days = Math.floor((notAfterMs - nowMs) / DAY_MS);
  if (days > SOON_DAYS) return html`hasta el ${dayOf(notAfterMs)}`;
  return html`<span class="chip warn">Vence en ${countedOf(days, 'día', 'días')}</span>`;
}

function pager({ page, pages, wanted }: Companies): Markup | null {
  if (pages === 1) return null;
  const to = (number: number) => `/app/operador?${new URLSearchParams({ q: wanted, p: String(number) })}`;
  return html`<nav class="actions" aria-label="Páginas">
${page > 1 && html`<a class="button secondary" href="${to(page - 1)}">Anteriores</a>`}
<span class="soft">Página ${page} de ${pages}</span>
${page < pages && html`<a class="button secondary" href="${to(page + 1)}">Siguientes</a>`}</nav>`;
}
