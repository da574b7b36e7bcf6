import { foldText } from '../../../catalogs/fold.ts';
import type { TipoDte } from '../../../core/dte/kinds.ts';
import { isTipoDte } from '../../../core/dte/kinds.ts';
import { withoutSeparators } from '../../../core/identifiers/text.ts';
import type { IssuingCompany } from '../../../operations/documents/issuing-context.ts';
import type { BegunForm, FormFields } from '../../../operations/forms/ports.ts';
import type { Remembered } from '../../../operations/remembered/ports.ts';
import {
  type RecallContext,
  recallCustomer,
  recallProduct,
  searchRemembered,
} from '../../../operations/remembered/recall.ts';
import { type Answer, catalogQuestions, type Question } from '../../answers.ts';
import type { Asked } from './asked.ts';
import { catalogOf, withCatalogs } from './catalog-fields.ts';
import { isBlankLine, lineCount, lineField, placeOf } from './form-body.ts';
import { fieldsOfLine, fieldsOfParty, partyName } from './order-fields.ts';

/** A form as it stands while it is worked on. */
export type Typed = Pick<BegunForm, 'tipoDte' | 'externalRef' | 'fields'>;

/** What a search for whom or what was typed found. */
interface Search {
  readonly field: string;
  readonly text: string;
  readonly found: readonly Remembered[];
}

/** The form with everything in it that is known by exactly what was typed. */
export async function resolved(
  context: RecallContext,
  issuer: IssuingCompany,
  typed: Typed,
): Promise<FormFields> {
  let fields = withCatalogs(typed.fields);
  for (const search of await searches(context, issuer, { ...typed, fields })) {
    const exact = search.found.filter((one) => isExactly(one, search.text));
    const [only] = exact;
    if (only === undefined || exact.length > 1) continue;
    const { tipoDte, item } = only;
    const recall = { kind: 'recall', field: search.field, tipoDte, item } as const;
    fields = await recalled(context, issuer, { typed: { ...typed, fields }, recall });
  }
  return fields;
}

/** What is left to be asked. */
export async function questionsOf(
  context: RecallContext,
  issuer: IssuingCompany,
  typed: Typed,
): Promise<readonly Question[]> {
  const ofCatalogs = Object.entries(typed.fields).flatMap(([field, text]) => catalogQuestion(field, text));
  const found = await searches(context, issuer, typed);
  const ofSales = found.filter((search) => search.found.length > 0).map(rememberedQuestion);
  return [...ofSales, ...ofCatalogs];
}

/** The form with what was chosen of earlier sales. */
export async function recalled(
  context: RecallContext,
  issuer: IssuingCompany,
  { typed, recall }: { readonly typed: Typed; readonly recall: Extract<Asked, { readonly kind: 'recall' }> },
): Promise<FormFields> {
  const { fields, tipoDte } = typed;
  const place = placeOf(recall.field);
  if (!isTipoDte(recall.tipoDte) || place === null) return fields;
  const key = { tipoDte: recall.tipoDte, item: recall.item };
  if (place.head === 'lines' && place.index !== null) {
    const line = await recallProduct(context, issuer, key);
    return line === null ? fields : withProduct(fields, place.index, fieldsOfLine(place.index, line));
  }
  const party = await recallCustomer(context, issuer, key);
  if (party === null) return fields;
  const head = partyName(tipoDte);
  const others = Object.entries(fields).filter(([name]) => placeOf(name)?.head !== head);
  return { ...Object.fromEntries(others), ...fieldsOfParty(head, party) };
}

/** How much is sold is told anew for each sale. */
function withProduct(fields: FormFields, index: number, product: FormFields): FormFields {
  const quantity = lineField(index, 'quantity');
  const others = Object.entries(fields).filter(([name]) => {
    const place = placeOf(name);
    return place?.head !== 'lines' || place.index !== index;
  });
  return { ...Object.fromEntries(others), ...product, [quantity]: fields[quantity] || '1' };
}

function catalogQuestion(field: string, text: string): readonly Question[] {
  const catalog = catalogOf(field);
  return catalog === null ? [] : catalogQuestions(field, catalog, text);
}

function rememberedQuestion({ field, text, found }: Search): Question {
  const answers = found.map(({ tipoDte, item, title, code }): Answer => {
    return { name: 'traer', value: `${field} ${tipoDte} ${item}`, label: title, detail: code ?? '' };
  });
  return { field, title: `De ventas anteriores, con «${text}»:`, answers };
}

/** Whom and what of earlier sales the form may mean: a customer without all that is known of one, lines without a price. */
async function searches(
  context: Pick<RecallContext, 'remembered'>,
  { companyId }: Pick<IssuingCompany, 'companyId'>,
  { tipoDte, fields }: Typed,
): Promise<readonly Search[]> {
  const customer = customerTyped(tipoDte, fields);
  const lines = Array.from({ length: lineCount(fields) }, (_, index) => index).filter((index) =>
    isPriceless(fields, index),
  );
  const products = lines.slice(0, MOST_LINES).map(async (index): Promise<Search> => {
    const field = lineField(index, 'description');
    const text = (fields[field] || fields[lineField(index, 'code')] || '').trim();
    const query = { kind: 'product', tipoDte, text } as const;
    return { field, text, found: await searchRemembered(context, companyId, query) };
  });
  if (customer === null) return Promise.all(products);
  const found = searchRemembered(context, companyId, { kind: 'customer', tipoDte, text: customer.text });
  return Promise.all([found.then((all) => ({ ...customer, found: all })), ...products]);
}

/** Lines are filled in one after the other. */
const MOST_LINES = 3;

function isPriceless(fields: FormFields, index: number): boolean {
  return !isBlankLine(fields, index) && (fields[lineField(index, 'unit_price')] ?? '').trim() === '';
}

/** The name or the number that stands alone for a customer; null where both or neither do. */
function customerTyped(tipoDte: TipoDte, fields: FormFields): Pick<Search, 'field' | 'text'> | null {
  const head = partyName(tipoDte);
  const [name, number] = ['name', 'document_number'].map((leaf) => `${head}.${leaf}`);
  if (name === undefined || number === undefined) return null;
  const [named, numbered] = [(fields[name] ?? '').trim(), (fields[number] ?? '').trim()];
  if (named !== '' && numbered === '') return { field: name, text: named };
  return named === '' && numbered !== '' ? { field: number, text: numbered } : null;
}

function isExactly({ title, code }: Remembered, text: string): boolean {
  if (foldText(title) === foldText(text)) return true;
  return code !== null && foldText(withoutSeparators(code)) === foldText(withoutSeparators(text));
}
