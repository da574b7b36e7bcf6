import { ROLE_TITLES } from '../../../core/users/roles.ts';
import type { Membership } from '../../../operations/users/ports.ts';
import { companiesOf } from '../../../operations/users/sessions.ts';
import { html, type Markup } from '../../html.ts';
import { userLayout } from '../../layout.ts';
import type { UserPage } from '../../page.ts';
import type { UserVisit } from '../../visit.ts';

/** `/app`, which leads to the one company there is, and `/app/empresas`, where one chooses among several. */
export const COMPANIES: readonly UserPage[] = [
  {
    path: '/app',
    access: 'user',
    async get({ users }, visit) {
      const companies = await companiesOf(users, visit.session);
      const [only] = companies;
      return only === undefined || companies.length > 1
        ? companiesPage(visit, companies)
        : `/app/e/${only.slug}/hoy`;
    },
  },
  {
    path: '/app/empresas',
    access: 'user',
    get: async ({ users }, visit) => companiesPage(visit, await companiesOf(users, visit.session)),
  },
];

/** The companies that a user may enter, or what to do where there is none. */
function companiesPage(visit: UserVisit, companies: readonly Membership[]): Markup {
  const { isOperator, email } = visit.session;
  const none = isOperator
    ? html`<p class="notice">Todavía no hay empresas. <a href="/app/operador/empresas/nueva">Abra la primera</a>.</p>`
    : html`<p class="notice">Su usuario no pertenece a ninguna empresa. Pida al propietario que le invite con el correo <bdi>${email}</bdi>.</p>`;
  const choices = companies.map(
    ({
      slug,
      name,
      ambiente,
      role,
    }) => html`<li><a href="/app/e/${slug}/hoy"><strong><bdi>${name}</bdi></strong>
<span class="small">${ROLE_TITLES[role]}${ambiente === '00' && ' · ambiente de pruebas'}</span></a></li>`,
  );
  const body = html`<main class="narrow" id="main">
<h1>Elija una empresa</h1>
${companies.length === 0 ? none : html`<ul class="choices">${choices}</ul>`}
</main>`;
  return userLayout(visit, { title: 'Empresas', body });
}
