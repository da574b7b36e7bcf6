import type { Ambiente } from '../core/dte/kinds.ts';
import { ASSETS, FIRST_STYLE } from './assets.ts';
import { html, type Markup } from './html.ts';
import { iconOf } from './icons.ts';
import { navigation, type SectionName } from './navigation.ts';
import { addressIn, type CompanyVisit, type UserVisit } from './visit.ts';

/** What stands in a frame. */
export interface Content {
  readonly title: string;
  /** The page itself, with its `main` and the heading of the first level in it. */
  readonly body: Markup;
}

/** How the `main` of a company's page is set. */
const MAINS = {
  wide: html`<main id="main">`,
  narrow: html`<main class="narrow" id="main">`,
  card: html`<main class="narrow card" id="main">`,
  issuing: html`<main id="main" class="issuing">`,
  issued: html`<main id="main" class="issuing narrow">`,
};

export interface CompanyContent {
  readonly title: string;
  /** The section of the menu that the page belongs to. */
  readonly active: SectionName;
  readonly main?: keyof typeof MAINS;
  /** The page that this one is below, by its name and address: a link to it and the title are the head of the page. */
  readonly above?: readonly [label: string, path: string];
  /** What is in `main`; the heading of the first level with it, where no page is above. */
  readonly body: Markup;
}

/** What htmx may not do: write styles of its own, or run what an attribute says. */
const HTMX_CONFIG = 'includeIndicatorCSS:false, history:false, defaultTimeout:30000';

/** Stands on every page of a company whose documents go to the authority's test environment. */
const TEST_NOTE = html`
<aside class="testing" aria-label="Ambiente"><strong>Ambiente de pruebas:</strong> estos documentos no tienen validez fiscal</aside>`;
const TEST: Ambiente = '00';

const STYLE_LINK = html`<link rel="stylesheet" href="${ASSETS.style}">`;
/** Our own file, in which nothing ends the element; the policy knows its hash. */
const STYLE_ITSELF = `<style>${FIRST_STYLE.text}</style>`;

/**
 * The same page for a browser that has nothing of ours yet: the style sheet stands in it, so that it is painted without another
 * round trip, and is loaded behind it for the pages that follow.
 */
export function asFirstPage({ text }: Markup): string {
  return text
    .replace(STYLE_LINK.text, () => STYLE_ITSELF)
    .replace('</body>', () => `${STYLE_LINK.text}</body>`);
}

function documentOf({ title, body }: Content): Markup {
  return html`<!DOCTYPE html>
<html lang="es-SV">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="htmx-config" content="${HTMX_CONFIG}">
<title>${title} · Sello</title>
<link rel="icon" href="${ASSETS.icon}" type="image/svg+xml">
${STYLE_LINK}
<script src="${ASSETS.script}" defer></script>
</head>
<body>
<a class="skip" href="#main">Ir al contenido</a>
${body}
</body>
</html>
`;
}

/** The frame of a page before anybody is signed in. */
export function plainLayout({ title, body }: Content): Markup {
  const header = html`<header class="top plain"><a class="brand" href="/app">Sello</a></header>`;
  return documentOf({ title, body: html`${header}${body}` });
}

/** The frame of a page that belongs to the user and to no company. */
export function userLayout(visit: UserVisit, { title, body }: Content): Markup {
  const header = html`<header class="top"><a class="brand" href="/app">Sello</a><span class="grow"></span>${accountMenu(visit)}</header>`;
  return documentOf({ title, body: html`${header}${body}` });
}

/** The frame of a company's page, with the menu of what the user's role may do. */
export function companyLayout(visit: CompanyVisit, content: CompanyContent): Markup {
  const { company } = visit;
  const { title, active, main = 'wide', above, body } = content;
  const head =
    above &&
    html`<p><a href="${addressIn(visit, above[1])}">${above[0]}</a></p>
<h1>${title}</h1>
`;
  return documentOf({
    title: `${title} · ${company.name}`,
    body: html`<header class="top">
<a class="brand" href="/app">Sello</a>
<span class="company"><bdi>${company.name}</bdi></span>
${accountMenu(visit)}
</header>${company.ambiente === TEST && TEST_NOTE}
<div class="frame">${navigation(visit, active)}${MAINS[main]}
${head}${body}
</main></div>`,
  });
}

function accountMenu({ session, csrf }: UserVisit): Markup {
  const several = session.isOperator || session.memberships.length > 1;
  return html`<details class="menu"><summary aria-label="Cuenta de ${session.name}">${iconOf('account')}<span class="who"><bdi>${session.name}</bdi></span></summary>
<div class="sheet">
<p class="small"><bdi>${session.email}</bdi></p>
<ul>
<li><a href="/app/cuenta">Mi cuenta</a></li>
${several && html`<li><a href="/app/empresas">Cambiar de empresa</a></li>`}
${session.isOperator && html`<li><a href="/app/operador">Operador</a></li>`}
</ul>
<form method="post" action="/app/salir">${csrfField(csrf)}<button class="plain">Salir</button></form>
</div></details>`;
}

/** The field that each form carries. */
export function csrfField(csrf: string): Markup {
  return html`<input type="hidden" name="_csrf" value="${csrf}">`;
}
