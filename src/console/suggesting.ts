import { choicesIn, hasCatalog, labelOf } from './catalogs.ts';
import { html, type Markup, NOTHING } from './html.ts';

/** Where the entries of a catalog are suggested from; anybody who is signed in may look into catalogs. */
export const CATALOGS_PATH = '/app/catalogos';

/** The list of a catalog's suggestions in a page. */
export function listOfCatalog(catalog: string): { readonly id: string; readonly address: string } {
  return { id: `lista-${catalog}`, address: `${CATALOGS_PATH}/${catalog}` };
}

/** A list of suggestions in the page, and where it is filled from. */
export interface SuggestedList {
  readonly id: string;
  readonly address: string;
  /** Whether what is typed names a person: then it is posted with the form, and stands in no address. */
  readonly isPersonal?: boolean;
}

/** What has a field suggest while somebody types. */
export function suggesting({ id, address, isPersonal = false }: SuggestedList): Markup {
  const asked = isPersonal ? html`hx-post="${address}"` : html`hx-get="${address}"`;
  return html` list="${id}" ${asked} hx-trigger="input changed delay:150ms" hx-target="#${id}" hx-swap="innerHTML" hx-status:4xx="swap:none" hx-status:5xx="swap:none"`;
}

/** The lists that fields name, empty until somebody types. */
export function emptyLists(ids: readonly string[]): Markup {
  return html`${ids.map((id) => html`<datalist id="${id}"></datalist>`)}`;
}

/** The lists of these catalogs. */
export function catalogLists(catalogs: readonly string[]): Markup {
  return emptyLists(catalogs.map((catalog) => listOfCatalog(catalog).id));
}

/** The entries of a catalog that what was typed so far may mean, as the options of its list. */
export function catalogOptions(catalog: string, text: string): Markup {
  const wanted = text.trim();
  if (wanted === '' || !hasCatalog(catalog)) return NOTHING;
  return html`${choicesIn(catalog, wanted).map((choice) => html`<option value="${labelOf(choice)}"></option>`)}`;
}
