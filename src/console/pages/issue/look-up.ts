import { foldText } from '../../../catalogs/fold.ts';
import { isTipoDte } from '../../../core/dte/kinds.ts';
import { withoutSeparators } from '../../../core/identifiers/text.ts';
import type { FormFields } from '../../../operations/forms/ports.ts';
import type { Remembered, RememberedKind } from '../../../operations/remembered/ports.ts';
import { recallCustomer, recallProduct, searchRemembered } from '../../../operations/remembered/recall.ts';
import { catalogQuestions, type Question } from '../../answers.ts';
import { html, type Markup, NOTHING } from '../../html.ts';
import type { ConsoleParts } from '../../parts.ts';
import { nextTurn } from '../../turns.ts';
import type { CompanyVisit } from '../../visit.ts';
import type { Recall } from './asked.ts';
import type { Desk, Typed } from './desk.ts';
import {
  catalogOf,
  isBlankLine,
  lineField,
  linesIn,
  placeOf,
  textIn,
  withCatalogs,
  without,
} from './form-body.ts';
import { fieldsOfLine, fieldsOfParty, partyName } from './order-fields.ts';

/** What a search for whom or what was typed found. */
interface Search {
  readonly field: string;
  readonly text: string;
  readonly found: readonly Remembered[];
}

/** The form with everything in it that is known by exactly what was typed. */
export async function resolved(desk: Desk, typed: Typed): Promise<FormFields> {
  let fields = withCatalogs(typed.fields);
  await nextTurn();
  for (const { field, text, found } of await searches(desk, { ...typed, fields })) {
    const [only, ...others] = found.filter((one) => isExactly(one, text));
    if (only === undefined || others.length > 0) continue;
    fields = await recalled(desk, { ...typed, fields }, { field, tipoDte: only.tipoDte, item: only.item });
  }
  return fields;
}

/** As much is asked at once; what is left is asked once that is answered. */
const MOST_QUESTIONS = 12;

/** What is left to be asked. */
export async function questionsOf(desk: Desk, typed: Typed): Promise<readonly Question[]> {
  const ofCatalogs: Question[] = [];
  for (const [field, text] of Object.entries(typed.fields)) {
    const catalog = catalogOf(field);
    if (catalog !== null) ofCatalogs.push(...catalogQuestions(field, catalog, text));
    if (ofCatalogs.length >= MOST_QUESTIONS) break;
  }
  const found = await searches(desk, typed);
  const ofSales = found.filter((search) => search.found.length > 0).map(rememberedQuestion);
  return [...ofSales, ...ofCatalogs];
}

/** The form with what was chosen of earlier sales. */
export async function recalled(
  desk: Desk,
  { fields, tipoDte }: Typed,
  { field, ...chosen }: Recall,
): Promise<FormFields> {
  const place = placeOf(field);
  if (!isTipoDte(chosen.tipoDte) || place === null) return fields;
  const key = { tipoDte: chosen.tipoDte, item: chosen.item };
  const { index } = place;
  if (place.head === 'lines' && index !== null) {
    const line = await recallProduct(desk, desk.issuer, key);
    if (line === null) return fields;
    const others = without(fields, (one) => one.head === 'lines' && one.index === index);
    // How much is sold is told anew for each sale.
    const quantity = lineField(index, 'quantity');
    return { ...others, ...fieldsOfLine(index, line), [quantity]: fields[quantity] || '1' };
  }
  const party = await recallCustomer(desk, desk.issuer, key);
  if (party === null) return fields;
  const head = partyName(tipoDte);
  return { ...without(fields, (one) => one.head === head), ...fieldsOfParty(head, party) };
}

function rememberedQuestion({ field, text, found }: Search): Question {
  const answers = found.map(({ tipoDte, item, title, code }) => {
    return { name: 'traer', value: `${field} ${tipoDte} ${item}`, label: title, detail: code ?? '' } as const;
  });
  return { field, title: `De ventas anteriores, con «${text}»:`, answers };
}

/** Lines are filled in one after the other. */
const MOST_LINES = 3;

/** Whom and what of earlier sales the form may mean: a customer without all that is known of one, lines without a price. */
function searches(desk: Desk, { tipoDte, fields }: Typed): Promise<readonly Search[]> {
  const isPriceless = (index: number) =>
    !isBlankLine(fields, index) && textIn(fields, lineField(index, 'unit_price')) === '';
  const products = linesIn(fields).filter(isPriceless).slice(0, MOST_LINES);
  const wanted = [
    ...customersTyped({ tipoDte, fields }).map((one) => ({ ...one, kind: 'customer' as const })),
    ...products.map((index) => {
      const field = lineField(index, 'description');
      const text = (fields[field] || fields[lineField(index, 'code')] || '').trim();
      return { field, text, kind: 'product' as const };
    }),
  ];
  const { companyId } = desk.issuer;
  return Promise.all(
    wanted.map(async ({ kind, field, text }) => ({
      field,
      text,
      found: await searchRemembered(desk, companyId, { kind, tipoDte, text }),
    })),
  );
}

/** The name or the number that stands alone for a customer; none where both or neither do. */
function customersTyped({ tipoDte, fields }: Pick<Typed, 'tipoDte' | 'fields'>) {
  const typed = ['name', 'document_number'].flatMap((leaf) => {
    const field = `${partyName(tipoDte)}.${leaf}`;
    const text = textIn(fields, field);
    return text === '' ? [] : [{ field, text }];
  });
  return typed.length === 1 ? typed : [];
}

function isExactly({ title, code }: Remembered, text: string): boolean {
  if (foldText(title) === foldText(text)) return true;
  return code !== null && foldText(withoutSeparators(code)) === foldText(withoutSeparators(text));
}

/** What may be asked for by its last part in the address of suggestions. */
const SUGGESTED: ReadonlyMap<string, RememberedKind> = new Map([
  ['clientes', 'customer'],
  ['productos', 'product'],
]);

/** What a field suggests of earlier sales for what was typed so far, as the options of its list. */
export async function suggestionsFor(
  { desk }: ConsoleParts,
  { companyId, params, query, form }: CompanyVisit,
): Promise<Markup> {
  const { tipo: tipoDte = '', campo: field = '' } = params;
  const [[, product = ''] = []] = query.entries;
  const text = field === 'clientes' ? form.one('customer.name') || form.one('subject.name') : product;
  const kind = SUGGESTED.get(field);
  if (kind === undefined || !isTipoDte(tipoDte) || text.trim() === '') return NOTHING;
  const found = await searchRemembered(desk, companyId, { kind, tipoDte, text });
  return html`${found.map(({ title, code }) => html`<option value="${title}">${code}</option>`)}`;
}
