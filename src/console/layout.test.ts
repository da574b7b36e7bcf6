import { expect, it } from 'vitest';
import type { Ambiente } from '../core/dte/kinds.ts';
import { parseCompanySlug } from '../core/identifiers/company-slug.ts';
import { parseEmail } from '../core/identifiers/email.ts';
import { identifier } from '../core/identifiers/identifier.ts';
import type { Standing } from '../core/users/roles.ts';
import { NO_PLACE } from '../operations/access/places.ts';
import { NO_FIELDS } from './form.ts';
import { html } from './html.ts';
import { companyLayout, plainLayout } from './layout.ts';
import type { CompanyVisit } from './visit.ts';

function visitOf(role: Standing, ambiente: Ambiente): CompanyVisit {
  const company = {
    companyId: 'c',
    slug: identifier(parseCompanySlug, 'tienda'),
    name: 'Tienda <b>',
    ambiente,
    role,
  } as const;
  return {
    path: '/app/e/tienda/hoy',
    params: {},
    query: NO_FIELDS,
    form: NO_FIELDS,
    own: NO_FIELDS,
    csrf: 'ficha',
    origin: { address: '192.0.2.7', agent: '' },
    isPartial: false,
    session: {
      sessionId: 's',
      userId: 'u',
      name: 'Ana "Ficticia"',
      email: identifier(parseEmail, 'ana@example.com'),
      isOperator: role === 'operator',
      memberships: [],
      startedAt: 0,
      lastUsedAt: 0,
    },
    isReturning: false,
    companyId: 'c',
    company,
    role,
    place: NO_PLACE,
  };
}

const pageFor = (role: Standing, ambiente: Ambiente = '01') =>
  String(
    companyLayout(visitOf(role, ambiente), {
      title: 'Hoy',
      body: html`<main id="main"></main>`,
      active: 'today',
    }),
  );

it('says on each page of a company which documents have no fiscal value', () => {
  const note =
    /<aside class="testing"[^>]*><strong>Ambiente de pruebas:<\/strong> estos documentos no tienen validez fiscal<\/aside>/;
  expect(pageFor('cashier', '00')).toMatch(note);
  expect(pageFor('cashier', '01')).not.toMatch(/pruebas|validez/);
});

it.each([
  ['cashier', ['Hoy', 'Documentos', 'Emitir']],
  ['accountant', ['Hoy', 'Documentos', 'Atender', 'Meses']],
  ['owner', ['Hoy', 'Documentos', 'Emitir', 'Atender', 'Meses', 'Empresa', 'Claves', 'Usuarios']],
] as const)('shows a %s the sections that the role opens', (role, sections) => {
  const menu = pageFor(role).split('</nav>')[0] ?? '';
  const shown = [...menu.matchAll(/<span>(\w+)<\/span><\/a>/g)].map(([, label]) => label);
  expect([...new Set(shown)]).toEqual(sections);
  expect(menu).toMatch(/href="\/app\/e\/tienda\/hoy" aria-current="page"/);
});

it('escapes the names of companies and people', () => {
  const page = pageFor('operator');
  expect(page).toContain('<bdi>Tienda &#60;b&#62;</bdi>');
  expect(page).toContain('aria-label="Cuenta de Ana &#34;Ficticia&#34;"');
  expect(page).toContain('href="/app/operador"');
});

it('has no menu where nobody is signed in', () => {
  expect(String(plainLayout({ title: 'Entrar', body: html`` }))).not.toContain('<nav');
});
