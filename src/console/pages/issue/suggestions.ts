import { isTipoDte } from '../../../core/dte/kinds.ts';
import { searchCustomers, searchProducts } from '../../../operations/remembered/recall.ts';
import { html, type Markup, NOTHING } from '../../html.ts';
import type { IssueParts } from '../../issue-parts.ts';
import type { CompanyVisit } from '../../visit.ts';
import { choicesIn, labelOf } from './catalog-fields.ts';

/** What a field suggests for what was typed so far, as the options of its list. */
export async function suggestionsFor(
  { remembered }: Pick<IssueParts, 'remembered'>,
  { companyId, params, query }: CompanyVisit,
): Promise<Markup> {
  const { tipo: tipoDte = '', campo: field = '' } = params;
  const [[, text = ''] = []] = query.entries;
  if (!isTipoDte(tipoDte) || text.trim() === '') return NOTHING;
  if (field === 'clientes' || field === 'productos') {
    const search = field === 'clientes' ? searchCustomers : searchProducts;
    const found = await search({ remembered }, companyId, { tipoDte, text });
    return html`${found.map(({ title, code }) => html`<option value="${title}">${code}</option>`)}`;
  }
  return html`${choicesIn(field, text.trim()).map((choice) => html`<option value="${labelOf(choice)}"></option>`)}`;
}
