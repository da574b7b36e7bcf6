import { ROLE_TITLES } from '../../../core/users/roles.ts';
import type { Membership } from '../../../operations/users/ports.ts';
import { html, type Markup } from '../../html.ts';
import { userLayout } from '../../layout.ts';
import type { UserVisit } from '../../visit.ts';

/** The companies that a user may enter, or what to do where there is none. */
export function companiesPage(visit: UserVisit, companies: readonly Membership[]): Markup {
  const body = html`<main class="narrow" id="main">
<h1>Elija una empresa</h1>
${companies.length === 0 ? emptyState(visit) : html`<ul class="choices">${companies.map(choiceOf)}</ul>`}
</main>`;
  return userLayout(visit, { title: 'Empresas', body });
}

function choiceOf({ slug, name, ambiente, role }: Membership): Markup {
  return html`<li><a href="/app/e/${slug}/hoy"><strong><bdi>${name}</bdi></strong>
<span class="small">${ROLE_TITLES[role]}${ambiente === '00' && ' · ambiente de pruebas'}</span></a></li>`;
}

function emptyState({ session }: UserVisit): Markup {
  return session.isOperator
    ? html`<p class="notice">Todavía no hay empresas. <a href="/app/operador/empresas/nueva">Abra la primera</a>.</p>`
    : html`<p class="notice">Su usuario no pertenece a ninguna empresa. Pida al propietario que le invite con el correo <bdi>${session.email}</bdi>.</p>`;
}
