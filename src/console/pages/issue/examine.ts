import type { DocumentSummary } from '../../../core/drafting/order.ts';
import { pricedLines } from '../../../core/drafting/priced-line.ts';
import { FACTURA } from '../../../core/dte/types/factura.ts';
import { SUJETO_EXCLUIDO } from '../../../core/dte/types/sujeto-excluido.ts';
import { formatCents, numeralIn, round2, sum } from '../../../core/money/decimal.ts';
import type { Warning } from '../../../core/previewing/warning.ts';
import type { FieldProblem } from '../../../core/refusals/problem.ts';
import type { Refusal } from '../../../core/refusals/refusal.ts';
import type { IssuingCompany } from '../../../operations/documents/issuing-context.ts';
import { type PreviewContext, previewDocument } from '../../../operations/documents/preview-document.ts';
import type { FormFields } from '../../../operations/forms/ports.ts';
import { saleLineOf } from '../../../requests/order-parts.ts';
import { type IssuingRequest, readIssuing } from '../../../requests/read-issuing.ts';
import { amountTyped } from '../../amount-typed.ts';
import { whyNoEntry } from '../../catalogs.ts';
import { inWords } from '../../field-words.ts';
import { catalogOf, withCatalogs } from './catalog-fields.ts';
import { bodyOf, compacted, fieldAtPath, lineCount, lineField, placeOf } from './form-body.ts';
import type { Typed } from './look-up.ts';
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
export function requestOf(typed: Typed): IssuingRequest | Refusal {
  const body = bodyOf(typed, withCatalogs(compacted(typed.fields)));
  return readIssuing(body, typed.tipoDte === SUJETO_EXCLUIDO.code ? 'purchase' : 'sale');
}

/** What issuing the form would make of it. */
export async function examined(
  context: PreviewContext,
  issuer: IssuingCompany,
  typed: Typed,
): Promise<Examined> {
  const amounts = amountsOf(typed.fields);
  const told = { ...amounts, warnings: [], summary: null, problems: [], obstacle: null };
  const request = requestOf(typed);
  if (request.kind === 'refused') {
    const { problems, obstacle } = whyNot(request);
    const behind = await problemsBehind(context, issuer, { typed, problems });
    return { ...told, obstacle, problems: asOffered(inPageOrder([...problems, ...behind]), typed.fields) };
  }
  const { externalRef, order } = request;
  const preview = await previewDocument(context, { issuer, externalRef, order });
  if (preview.kind === 'refused') {
    const { problems, obstacle } = whyNot(preview);
    return { ...told, obstacle, problems: asOffered(problems, typed.fields) };
  }
  const warnings = preview.warnings.map((warning) => ({
    ...warning,
    path: fieldAtPath(warning.path),
    message: inWords(warning.message),
  }));
  return { ...told, summary: preview.draft.summary, warnings };
}

/** What else is wrong than what is missing or unreadable: what the rules of the document say once that is put right. */
async function problemsBehind(
  context: PreviewContext,
  issuer: IssuingCompany,
  { typed, problems }: { readonly typed: Typed; readonly problems: readonly FieldProblem[] },
): Promise<readonly FieldProblem[]> {
  const paths = problems.map(({ path }) => (path === 'lines' ? lineField(0, 'description') : path));
  const needed = [...paths, ...(problems.some(({ path }) => path === 'lines') ? A_LINE : [])];
  const patches = Object.fromEntries(needed.map((path) => [path, '1']));
  const request = requestOf({ ...typed, fields: { ...compacted(typed.fields), ...patches } });
  if (request.kind === 'refused') return [];
  const { externalRef, order } = request;
  const preview = await previewDocument(context, { issuer, externalRef, order });
  if (preview.kind !== 'refused') return [];
  return whyNot(preview).problems.filter(({ path }) => !needed.includes(path));
}

/** Where the form offers what a field may mean, that is said instead of what a code looks like. */
function asOffered(problems: readonly FieldProblem[], fields: FormFields): readonly FieldProblem[] {
  return problems.map((problem) => {
    const catalog = catalogOf(problem.path);
    const text = fields[problem.path] ?? '';
    const message = catalog === null || text.trim() === '' ? null : whyNoEntry(catalog, text);
    return message === null ? problem : { ...problem, code: 'unknown_code', message };
  });
}

const A_LINE = [lineField(0, 'quantity'), lineField(0, 'unit_price')];

/** The customer, then the lines as they stand, then the rest. */
function inPageOrder(problems: readonly FieldProblem[]): readonly FieldProblem[] {
  return problems.toSorted((one, other) => rankOf(one.path) - rankOf(other.path));
}

/** In the order in which the forms ask for them. */
const PARTY_LEAVES = [
  ...new Set(FORMS.flatMap(({ asked, more }) => [...asked, ...more]).map(({ leaf }) => leaf)),
];
const MOST_FIELDS = 10;
const LINE_RANKS = ['description', 'quantity', 'unit_price'];

function rankOf(path: string): number {
  const place = placeOf(path);
  if (place?.head === 'customer' || place?.head === 'subject')
    return PARTY_LEAVES.indexOf(place.leaf ?? '') - PARTY_LEAVES.length;
  if (place?.head !== 'lines') return Number.MAX_SAFE_INTEGER;
  const leaf = LINE_RANKS.indexOf(place.leaf ?? '');
  return (place.index ?? 0) * MOST_FIELDS + (leaf < 0 ? LINE_RANKS.length : leaf);
}

/** What a refusal says of the fields, or of the whole where it names none. */
export function whyNot({ problems, detail }: Refusal): Pick<Examined, 'problems' | 'obstacle'> {
  const ofFields = problems.map((problem) => ({
    ...problem,
    path: fieldAtPath(problem.path),
    message: inWords(problem.message),
  }));
  return { problems: inPageOrder(ofFields), obstacle: ofFields.length === 0 ? inWords(detail) : null };
}

function amountsOf(fields: FormFields): Pick<Examined, 'amounts' | 'sum'> {
  const priced = Array.from({ length: lineCount(fields) }, (_, index) => amountOf(fields, index));
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
