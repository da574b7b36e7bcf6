import { parseDocumentId } from '../../../core/identifiers/document-id.ts';
import { isCodigoGeneracion } from '../../../core/identifiers/official.ts';
import type { FieldProblem } from '../../../core/refusals/refusal.ts';
import type { ListKey } from '../../../operations/listings/ports.ts';
import type { SelectionTexts } from '../../../operations/listings/read-selection.ts';
import { amountTyped } from '../../amount-typed.ts';
import { type Fields, fieldsFrom, queryText } from '../../form.ts';
import type { SealedAddresses } from '../../parts.ts';

/** The fields of the form, each with the name that the interface has for the same, but for the search. */
export const FILTERS = [
  'from',
  'to',
  'doc_type',
  'state',
  'amount_min',
  'amount_max',
  'establishment',
  'point_of_sale',
  'external_ref',
  'invalidated',
  'contingency',
] as const;

const AMOUNTS: readonly string[] = ['amount_min', 'amount_max'];

/** What the one field of the search looks for. */
export const SEARCH = 'q';

/** The search, sealed, where it names a person: proxies and browsers keep addresses. */
export const SEALED_SEARCH = 'busca';

/** What names a person, or what belongs to one. */
const PERSONAL: readonly (keyof SelectionTexts)[] = ['customer', 'nit', 'dui', 'nrc'];

/** A search whose address does not tell any more what was looked for: it was cut short, or sealed for another company. */
const UNREADABLE: FieldProblem = {
  path: SEARCH,
  code: 'bad_format',
  message: 'Este enlace ya no dice qué se buscaba: escríbalo otra vez.',
};

/** A search as its page has it. */
export interface OpenedQuery {
  /**
   * What it looks for stands in it in the open; what names a person stands in it sealed as well, for addresses. Its amounts
   * are digits, as they are told and recorded.
   */
  readonly query: Fields;
  /** Null where the address says what is looked for, if only nothing. */
  readonly problem: FieldProblem | null;
}

/** Opens the search of an address. */
export function openedQuery(
  { addresses, companyId }: { readonly addresses: SealedAddresses; readonly companyId: string },
  query: Fields,
): OpenedQuery {
  const sealed = query.one(SEALED_SEARCH);
  const opened = sealed === '' ? null : addresses.open(sealed, companyId);
  const others = entriesWithout(query, [SEARCH, SEALED_SEARCH]).map(
    ([name, value]) => [name, AMOUNTS.includes(name) ? amountTyped(value) : value] as const,
  );
  if (query.has(SEALED_SEARCH) && opened === null) return { query: fieldsFrom(others), problem: UNREADABLE };
  const text = opened ?? query.one(SEARCH);
  const found = [...others, [SEARCH, text]] as const;
  const meaning = meaningOf(text);
  if (PERSONAL.every((name) => meaning[name] === undefined))
    return { query: fieldsFrom(found), problem: null };
  const again = opened === null ? addresses.seal(text, companyId) : sealed;
  return { query: fieldsFrom([...found, [SEALED_SEARCH, again]]), problem: null };
}

function entriesWithout(query: Fields, names: readonly string[]): Fields['entries'] {
  return query.entries.filter(([name]) => !names.includes(name));
}

/** What a text that somebody typed means: a code, a seal, a number, an amount, or else a part of the customer's name. */
export function meaningOf(text: string): SelectionTexts {
  const typed = text.trim();
  if (typed === '') return {};
  const upper = typed.toUpperCase();
  if (isCodigoGeneracion(upper)) return { generation_code: upper };
  if (/^[0-9A-Z]{40}$/.test(upper)) return { reception_stamp: upper };
  if (/^DTE-/.test(upper) || /^[MSBP]\d{3}P\d{3}/.test(upper)) return { control_number: upper };
  const amount = /^\d+(\.\d{1,2})?$/.exec(amountTyped(typed));
  if (amount?.[1] !== undefined || (amount !== null && typed.startsWith('$'))) return { amount: amount[0] };
  return numbersIn(typed) ?? { customer: typed };
}

/** An NIT, a DUI or an NRC as people write them; other digits are the end of a control number. */
function numbersIn(typed: string): SelectionTexts | null {
  if (/^\d{4}-?\d{6}-?\d{3}-?\d$/.test(typed)) return { nit: typed };
  if (/^\d{8}-?\d$/.test(typed)) return { dui: typed };
  if (/^\d{1,7}-\d$/.test(typed)) return { nrc: typed };
  return /^\d{3,15}$/.test(typed) ? { control_number: typed } : null;
}

/** What the form asks for; a field that was left blank asks for nothing. */
export function textsOf(query: Fields): SelectionTexts {
  const filled = FILTERS.map((name) => [name, query.one(name)] as const).filter(([, text]) => text !== '');
  return { ...Object.fromEntries(filled), ...meaningOf(query.one(SEARCH)) };
}

/** Longer addresses are cut off on their way, or refused. */
const LONGEST_QUERY = 6_000;

/** Other words behind a question mark; null leaves one out. */
type Changes = Readonly<Record<string, string | null>>;

/** Whether a search is so long that no address can hold it. */
export function isTooLong(query: Fields): boolean {
  return writtenWith(query, {}).length > LONGEST_QUERY;
}

/** The address of the same list with other words. A search that no address can hold is left out whole. */
export function queryWith(query: Fields, changes: Changes): string {
  const text = writtenWith(query, changes);
  return text.length > LONGEST_QUERY ? '' : text;
}

function writtenWith(query: Fields, changes: Changes): string {
  const isSealed = query.one(SEALED_SEARCH) !== '';
  const names = [isSealed ? SEALED_SEARCH : SEARCH, ...FILTERS];
  const asked = { ...Object.fromEntries(names.map((name) => [name, query.one(name)])), ...changes };
  const filled = Object.entries(asked).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  return filled.length === 0 ? '' : `?${queryText(filled)}`;
}

/** The search in the open, for the record of what was exported, which the company's own people read. */
export function openQueryOf(query: Fields): string {
  return queryWith(fieldsFrom(entriesWithout(query, [SEALED_SEARCH])), {});
}

/** Where a page begins, as its address says it. */
export function keyText({ us, documentId }: ListKey): string {
  return `${us}.${documentId}`;
}

/** Null where the text is no such place. */
export function keyIn(text: string): ListKey | null {
  const [, us, id = ''] = /^(-?\d{1,17})\.([0-9a-f-]{36})$/.exec(text) ?? [];
  const documentId = parseDocumentId(id);
  return us === undefined || documentId === null ? null : { us, documentId };
}
