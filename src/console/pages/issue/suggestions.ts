import { isTipoDte } from '../../../core/dte/kinds.ts';
import type { RememberedKind } from '../../../operations/remembered/ports.ts';
import { searchRemembered } from '../../../operations/remembered/recall.ts';
import { html, type Markup, NOTHING } from '../../html.ts';
import type { IssueParts } from '../../issue-parts.ts';
import type { CompanyVisit } from '../../visit.ts';

const KINDS: ReadonlyMap<string, RememberedKind> = new Map([
  ['clientes', 'customer'],
  ['productos', 'product'],
]);

/** What a field suggests of earlier sales for what was typed so far, as the options of its list. */
export async function suggestionsFor(
  { remembered }: Pick<IssueParts, 'remembered'>,
  { companyId, params, query, form }: CompanyVisit,
): Promise<Markup> {
  const { tipo: tipoDte = '', campo: field = '' } = params;
  const [[, product = ''] = []] = query.entries;
  const text = field === 'clientes' ? form.one('customer.name') || form.one('subject.name') : product;
  const kind = KINDS.get(field);
  if (kind === undefined || !isTipoDte(tipoDte) || text.trim() === '') return NOTHING;
  const found = await searchRemembered({ remembered }, companyId, { kind, tipoDte, text });
  return html`${found.map(({ title, code }) => html`<option value="${title}">${code}</option>`)}`;
}
