import type { DocumentSummary } from '../../../core/drafting/order.ts';
import { pricedLines } from '../../../core/drafting/priced-line.ts';
import { FACTURA } from '../../../core/dte/types/factura.ts';
import { SUJETO_EXCLUIDO } from '../../../core/dte/types/sujeto-excluido.ts';
import type { ExternalRef } from '../../../core/identifiers/external-ref.ts';
import { formatCents, numeralIn, round2, sum } from '../../../core/money/decimal.ts';
import type { Warning } from '../../../core/previewing/warning.ts';
import type { FieldProblem, Problem, Refusal } from '../../../core/refusals/refusal.ts';
import { previewDocument } from '../../../operations/documents/preview-document.ts';
import type { FormFields } from '../../../operations/forms/ports.ts';
import { saleLineOf } from '../../../requests/order-parts.ts';
import { type IssuingRequest, readIssuing } from '../../../requests/read-issuing.ts';
import { amountTyped } from '../../amount-typed.ts';
import { whyNoEntry } from '../../catalogs.ts';
import { inWords } from '../../field-words.ts';
import { inTurns, nextTurn } from '../../turns.ts';
import type { Desk, Typed } from './desk.ts';
import {
  bodyOf,
  catalogOf,
  compacted,
  fieldAtPath,
  lineField,
  linesIn,
  placeOf,
  textIn,
  withCatalogs,
} from './form-body.ts';
import { FORMS } from './specs.ts';

/** What a form comes to. */
export interface Examined {
  /** What would keep it from being issued, by the names of the fields, in the order of the interface. */
  readonly problems: readonly FieldProblem[];
  /** Null while something is wrong. */
  readonly summary: DocumentSummary | null;
  /** What each line comes to as it was typed; null where that is no amount yet. */
  readonly amounts: readonly (string | null)[];
  /** The sum of these. */
  readonly sum: string;
  readonly warnings: readonly Warning[];
  /** Why it could not be issued now, whatever the fields say; null for no such reason. */
  readonly obstacle: string | null;
}

/** The order that a form is, read as the interface reads its own; words of a catalog that mean one entry are its code. */
export async function requestOf(
  typed: Typed,
): Promise<(IssuingRequest & { readonly externalRef: ExternalRef }) | Refusal> {
  const { tipoDte, externalRef } = typed;
  const filled = compacted(typed.fields);
  await nextTurn();
  const fields = withCatalogs(filled);
  await nextTurn();
  const body = bodyOf(typed, fields);
  await nextTurn();
  const request = readIssuing(body, tipoDte === SUJETO_EXCLUIDO.code ? 'purchase' : 'sale');
  return request.kind === 'refused' ? request : { ...request, externalRef };
}

/** What issuing the form would make of it. */
export async function examined(desk: Desk, typed: Typed): Promise<Examined> {
  const told = {
    ...(await amountsOf(typed.fields)),
    warnings: [],
    summary: null,
    problems: [],
    obstacle: null,
  };
  const request = await requestOf(typed);
  await nextTurn();
  const outcome =
    request.kind === 'refused' ? request : await previewDocument(desk, { issuer: desk.issuer, ...request });
  if (outcome.kind === 'refused') {
    const { problems, obstacle } = whyNot(outcome);
    const behind = request.kind === 'refused' ? await problemsBehind(desk, typed, problems) : [];
    return { ...told, obstacle, problems: asOffered(inPageOrder([...problems, ...behind]), typed.fields) };
  }
  return { ...told, summary: outcome.draft.summary, warnings: outcome.warnings.map(asShown) };
}

/** What else is wrong than what is missing or unreadable: what the rules of the document say once that is put right. */
async function problemsBehind(
  desk: Desk,
  typed: Typed,
  problems: readonly FieldProblem[],
): Promise<readonly FieldProblem[]> {
  const needed = problems.flatMap(({ path }) => (path === 'lines' ? A_LINE : [path]));
  const patches = Object.fromEntries(needed.map((path) => [path, '1']));
  const request = await requestOf({ ...typed, fields: { ...compacted(typed.fields), ...patches } });
  if (request.kind === 'refused') return [];
  await nextTurn();
  const preview = await previewDocument(desk, { issuer: desk.issuer, ...request });
  if (preview.kind !== 'refused') return [];
  return whyNot(preview).problems.filter(({ path }) => !needed.includes(path));
}

/** Where the form offers what a field may mean, that is said instead of what a code looks like. */
function asOffered(problems: readonly FieldProblem[], fields: FormFields): readonly FieldProblem[] {
  return problems.map((problem) => {
    const catalog = catalogOf(problem.path);
    const isTyped = textIn(fields, problem.path) !== '';
    const message = catalog !== null && isTyped ? whyNoEntry(catalog, fields[problem.path] ?? '') : null;
    return message === null ? problem : { ...problem, code: 'unknown_code', message };
  });
}

/** What a line needs, in the order in which it is asked for. */
const LINE_LEAVES = ['description', 'quantity', 'unit_price'];
const A_LINE = LINE_LEAVES.map((leaf) => lineField(0, leaf));

/** The customer, then the lines as they stand, then the rest. */
function inPageOrder(problems: readonly FieldProblem[]): readonly FieldProblem[] {
  return problems.toSorted((one, other) => rankOf(one.path) - rankOf(other.path));
}

/** In the order in which the forms ask for them. */
const PARTY_LEAVES = [
  ...new Set(FORMS.flatMap(({ asked, more }) => [...asked, ...more]).map(({ leaf }) => leaf)),
];
const MOST_FIELDS = 10;

function rankOf(path: string): number {
  const place = placeOf(path);
  if (place?.head === 'customer' || place?.head === 'subject')
    return PARTY_LEAVES.indexOf(place.leaf ?? '') - PARTY_LEAVES.length;
  if (place?.head !== 'lines') return Number.MAX_SAFE_INTEGER;
  const leaf = LINE_LEAVES.indexOf(place.leaf ?? '');
  return (place.index ?? 0) * MOST_FIELDS + (leaf < 0 ? LINE_LEAVES.length : leaf);
}

/** What a refusal says of the fields, or of the whole where it names none. */
export function whyNot({ problems, detail }: Refusal): Pick<Examined, 'problems' | 'obstacle'> {
  const obstacle = problems.length === 0 ? inWords(detail) : null;
  return { problems: inPageOrder(problems.map(asShown)), obstacle };
}

/** What the interface says of a field, as the form says it. */
function asShown<T extends Problem>(one: T): T {
  return { ...one, path: fieldAtPath(one.path), message: inWords(one.message) };
}

async function amountsOf(fields: FormFields): Promise<Pick<Examined, 'amounts' | 'sum'>> {
  const priced = await inTurns(linesIn(fields), (index) => amountOf(fields, index));
  const known = priced.filter((amount) => amount !== null);
  return {
    amounts: priced.map((amount) => (amount === null ? null : formatCents(round2(amount)))),
    sum: formatCents(round2(sum(known))),
  };
}

function amountOf(fields: FormFields, index: number): bigint | null {
  const typed = (leaf: string) => amountTyped(fields[lineField(index, leaf)] ?? '');
  if (typed('quantity') === '' || typed('unit_price') === '') return null;
  const line = saleLineOf(
    {
      description: FACTURA.title,
      quantity: numeralIn(typed('quantity')),
      unit_price: numeralIn(typed('unit_price')),
      discount_percentage: numeralIn(typed('discount_percentage') || '0'),
    },
    1,
  );
  return pricedLines([line]).value[0]?.amount ?? null;
}
