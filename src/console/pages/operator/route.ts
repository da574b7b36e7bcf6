import { foldText } from '../../../catalogs/fold.ts';
import { type WatchedCompany, watchCompanies } from '../../../operations/installation/watch-companies.ts';
import { companiesOf } from '../../../operations/users/sessions.ts';
import { queryText } from '../../form.ts';
import { html, type Markup } from '../../html.ts';
import { operatorLayout } from '../../operator-layout.ts';
import type { UserPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import type { UserVisit } from '../../visit.ts';
import { agoOf, countedOf, countOf } from '../../words.ts';
import { certificateChip, environmentChip, generationText, ONE_COMPANY } from './company-route.ts';
import { METRICS } from './metrics-route.ts';
import { NEW_COMPANY } from './new-company-route.ts';
import { NODE } from './node-route.ts';
import { RECORD } from './record-route.ts';

/** Companies of one page: each costs a few reads. */
const IN_A_PAGE = 25;

/** `/app/operador` and the pages below it, which are the operator's alone. */
export const OPERATOR: readonly UserPage[] = [
  { path: '/app/operador', access: 'operate', get: companiesPage },
  NEW_COMPANY,
  ...ONE_COMPANY,
  NODE,
  METRICS,
  RECORD,
];

/** All companies of the installation, with what of them needs somebody. */
async function companiesPage(parts: ConsoleParts, visit: UserVisit): Promise<Markup> {
  const { query, session } = visit;
  const wanted = query.one('q');
  const words = foldText(wanted);
  const all = await companiesOf(parts.users, session);
  const found = all.filter(({ name, slug }) => foldText(`${name} ${slug}`).includes(words));
  const pages = Math.max(1, Math.ceil(found.length / IN_A_PAGE));
  const asked = Number(query.one('p'));
  const page = Number.isInteger(asked) ? Math.min(Math.max(1, asked), pages) : 1;
  const shown = found.slice((page - 1) * IN_A_PAGE, page * IN_A_PAGE);
  const companies = await watchCompanies(parts.operating, shown);
  const nowMs = parts.clock.now();
  const counted = countedOf(all.length, 'empresa', 'empresas');
  const body = html`<form method="get" action="/app/operador" role="search" class="inline">
<label class="hidden-words" for="q">Buscar una empresa</label>
<input id="q" name="q" type="search" value="${wanted}" placeholder="Nombre de la empresa" autocomplete="off">
<button class="secondary">Buscar</button><a class="button" href="/app/operador/empresas/nueva">Abrir una empresa</a></form>
<p class="soft">${found.length < all.length && `${countOf(found.length)} de `}${counted}</p>
${
  companies.length === 0
    ? emptyState(all.length)
    : html`<div class="card"><table class="cards"><caption class="hidden-words">Empresas</caption>
<thead><tr><th scope="col">Empresa</th><th scope="col">Esquema</th><th scope="col">Último sello</th><th scope="col">Por atender</th><th scope="col">Certificado</th></tr></thead>
<tbody>${companies.map((company) => rowOf(company, nowMs))}</tbody></table></div>`
}
${pager({ page, pages, wanted })}`;
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

/** A chip for each kind of thing that needs somebody; one that says so where nothing does. */
function attentionChips({ counts, standing }: WatchedCompany): Markup {
  const { rejected, contingency, mail, put_aside: aside, invalidation_rejected: cancelling } = counts;
  const chips = [
    [rejected, 'bad', countedOf(rejected, 'rechazado', 'rechazados')],
    [contingency, 'warn', `${countOf(contingency)} en contingencia`],
    [aside, 'bad', countedOf(aside, 'detenido', 'detenidos')],
    [cancelling, 'bad', countedOf(cancelling, 'anulación rechazada', 'anulaciones rechazadas')],
    [mail, 'warn', countedOf(mail, 'correo sin entregar', 'correos sin entregar')],
    [standing.hasCredentials ? 0 : 1, 'bad', 'Sin credenciales'],
  ] as const;
  const shown = chips.filter(([count]) => count > 0);
  if (shown.length === 0) return html`<span class="chip good">Nada</span>`;
  return html`${shown.map(([, tone, text]) => html`<span class="chip ${tone}">${text}</span>`)}`;
}

function pager({
  page,
  pages,
  wanted,
}: {
  readonly page: number;
  readonly pages: number;
  readonly wanted: string;
}): Markup | false {
  if (pages === 1) return false;
  const to = (number: number) => `/app/operador?${queryText(Object.entries({ q: wanted, p: `${number}` }))}`;
  return html`<nav class="actions" aria-label="Páginas">
${page > 1 && html`<a class="button secondary" href="${to(page - 1)}">Anteriores</a>`}
<span class="soft">Página ${page} de ${pages}</span>
${page < pages && html`<a class="button secondary" href="${to(page + 1)}">Siguientes</a>`}</nav>`;
}
