import { html, type Markup } from './html.ts';
import { userLayout } from './layout.ts';
import type { UserVisit } from './visit.ts';

const TABS = {
  companies: { label: 'Empresas', path: '/app/operador' },
  node: { label: 'Instalación', path: '/app/operador/instalacion' },
  metrics: { label: 'Métricas', path: '/app/operador/metricas' },
  record: { label: 'Registro', path: '/app/operador/registro' },
} as const;

export function operatorLayout(
  visit: UserVisit,
  {
    title,
    active,
    body,
  }: {
    readonly title: string;
    readonly active: keyof typeof TABS;
    /** Below the heading of the first level, which is the title. */
    readonly body: Markup;
  },
): Markup {
  const tabs = Object.entries(TABS).map(([name, { label, path }]) => {
    const current = name === active ? html` aria-current="page"` : null;
    return html`<li><a href="${path}"${current}>${label}</a></li>`;
  });
  const main = html`<main class="wide" id="main">
<nav class="tabs" aria-label="Operador"><ul>${tabs}</ul></nav>
<h1><bdi>${title}</bdi></h1>
${body}
</main>`;
  return userLayout(visit, { title: `${title} · Operador`, body: main });
}
