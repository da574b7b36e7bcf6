import { may, type Permission } from '../core/users/roles.ts';
import { html, type Markup } from './html.ts';
import { type Icon, iconOf } from './icons.ts';
import type { CompanyVisit } from './visit.ts';
import { countedOf, countOf } from './words.ts';

/** A section of a company's pages. */
interface Section {
  readonly label: string;
  readonly path: string;
  readonly permission: Permission;
  readonly icon: Icon;
}

/** In the order of the menu; on a telephone, the first four are always in reach and the rest behind "Más". */
const SECTIONS = {
  today: { label: 'Hoy', path: '/hoy', permission: 'see_own', icon: 'today' },
  documents: { label: 'Documentos', path: '/documentos', permission: 'see_own', icon: 'documents' },
  issue: { label: 'Emitir', path: '/emitir', permission: 'issue', icon: 'issue' },
  attention: { label: 'Atender', path: '/atender', permission: 'see_all', icon: 'attention' },
  months: { label: 'Meses', path: '/meses', permission: 'export', icon: 'months' },
  company: { label: 'Empresa', path: '/empresa', permission: 'manage_company', icon: 'company' },
  keys: { label: 'Claves', path: '/claves', permission: 'manage_keys', icon: 'keys' },
  users: { label: 'Usuarios', path: '/usuarios', permission: 'manage_users', icon: 'users' },
} as const satisfies Readonly<Record<string, Section>>;

export type SectionName = keyof typeof SECTIONS;

const IN_REACH = 4;

/** The menu of a company, as far as the user's role goes. */
export function navigation({ company, role, needs }: CompanyVisit, active: SectionName | null): Markup {
  const open = Object.entries(SECTIONS).filter(([, { permission }]) => may(role, permission));
  const links = open.map(([name, { label, path, icon }]) => {
    const current = name === active ? html` aria-current="page"` : null;
    const count = name === 'attention' && needs > 0 ? countOfNeeds(needs) : null;
    return html`<li><a href="/app/e/${company.slug}${path}"${current}>${iconOf(icon)}<span>${label}</span>${count}</a></li>`;
  });
  const rest = links.slice(IN_REACH);
  const places = Math.min(links.length, IN_REACH + 1);
  return html`<nav class="sections of-${places}" aria-label="Secciones">
    <ul class="reach">${links.slice(0, IN_REACH)}</ul>
    ${rest.length > 0 && html`<details class="rest"><summary>${iconOf('more')}<span>Más</span></summary><ul>${rest}</ul></details><ul class="wide">${rest}</ul>`}
  </nav>`;
}

/** More than this are many. */
const MOST_NEEDS = 99;

function countOfNeeds(needs: number): Markup {
  const shown = needs > MOST_NEEDS ? `${MOST_NEEDS}+` : countOf(needs);
  return html`<span class="count" aria-hidden="true">${shown}</span><span class="hidden-words">, ${countedOf(needs, 'asunto', 'asuntos')}</span>`;
}
