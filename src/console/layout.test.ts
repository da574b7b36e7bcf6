import { expect, it } from 'vitest';
import { layoutVisit } from '../../test/support/layout-visit.ts';
import type { Ambiente } from '../core/dte/kinds.ts';
import type { Standing } from '../core/users/roles.ts';
import { html } from './html.ts';
import { companyLayout, plainLayout } from './layout.ts';

const pageFor = (role: Standing, ambiente: Ambiente = '01') =>
  String(
    companyLayout(layoutVisit(role, ambiente), {
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
  const shown = [...menu.matchAll(/<span>(\w+)<\/span>/g)].map(([, label]) => label);
  expect([...new Set(shown)]).toEqual(sections);
  expect(menu).toMatch(/href="\/app\/e\/tienda\/hoy" aria-current="page"/);
});

it('says in the menu how much needs somebody, to whoever sees it', () => {
  expect(pageFor('owner')).toContain(
    '<span>Atender</span><span class="count" aria-hidden="true">3</span><span class="hidden-words">, 3 asuntos</span></a>',
  );
  expect(pageFor('cashier')).not.toContain('class="count"');
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
