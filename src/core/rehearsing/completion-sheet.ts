import { activityByCode } from '../../catalogs/activities.ts';
import { districtById } from '../../catalogs/districts.ts';
import { foldText } from '../../catalogs/fold.ts';
import { unitByCode } from '../../catalogs/units.ts';
import { asText, BYTE_ORDER_MARK, csvLine, readCsv, withoutMark } from '../csv/csv.ts';
import type { CustomerCompletion, ProductName } from '../drafting/completion.ts';
import type { CompanySlug } from '../identifiers/company-slug.ts';
import { isPersonDocumentType, whyNotPersonDocumentNumber } from '../identifiers/person-document-number.ts';
import { withoutSeparators } from '../identifiers/text.ts';
import { byName } from '../records/by-name.ts';
import type { Problem } from '../refusals/refusal.ts';
import { GAPS, type Gap, type Incomplete } from './cause.ts';

/** The columns of the sheet, as whoever fills it in reads them. */
const COLUMNS = [
  'empresa',
  'conocido_por',
  'clave',
  'nombre',
  'documentos',
  'falta',
  'distrito',
  'tipo_documento',
  'actividad',
  'unidad',
] as const;
type Column = (typeof COLUMNS)[number];

/** What closes a gap: its column, the digits of its codes, of which a spreadsheet takes zeros away, and why a code is none. */
interface Closing {
  readonly column: Column;
  readonly digits: number;
  readonly whyNot: (code: string, key: string) => string | null;
}

const CLOSING: Readonly<Record<Gap, Closing>> = {
  district: {
    column: 'distrito',
    digits: 6,
    whyNot: (code) =>
      districtById(code) === null ? 'no existe; use el id de la búsqueda de distritos.' : null,
  },
  document_type: { column: 'tipo_documento', digits: 2, whyNot: whyNotDocument },
  activity_code: {
    column: 'actividad',
    digits: 5,
    whyNot: (code) => (activityByCode(code) === null ? 'no existe en el catálogo CAT-019.' : null),
  },
  unit: {
    column: 'unidad',
    digits: 0,
    whyNot: (code) => (unitByCode(code) === null ? 'no existe en el catálogo CAT-014.' : null),
  },
};

/** How the sheet names what a customer or product is known by. */
const KNOWN_BY = { identity: 'documento', code: 'código', description: 'descripción' } as const;
type By = keyof typeof KNOWN_BY;
const BYS: readonly By[] = ['identity', 'code', 'description'];

/** The customers and products to be completed, as a sheet for whoever knows them. */
export function completionSheet(
  company: CompanySlug,
  incomplete: readonly (Incomplete & { readonly documents: number })[],
): string {
  const rows = incomplete.map(({ of, title, gaps, documents }) => [
    company,
    KNOWN_BY[of.by],
    asText(of.name),
    title,
    String(documents),
    gaps.map((gap) => CLOSING[gap].column).join(' '),
    ...COLUMNS.slice(6).map(() => ''),
  ]);
  return BYTE_ORDER_MARK + [COLUMNS, ...rows].map(csvLine).join('');
}

/** What a sheet tells of one company. */
export interface ToldCompany {
  readonly company: string;
  readonly customers: readonly (CustomerCompletion & { readonly identity: string })[];
  readonly products: readonly (ProductName & { readonly unit: string })[];
}

export type SheetReading =
  | { readonly kind: 'told'; readonly companies: readonly ToldCompany[] }
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] };

/** Reads a sheet back. Rows in which nothing was filled in say nothing; every mistake is told with its row. */
export function readCompletionSheet(text: string): SheetReading {
  const [head, ...rows] = readCsv(text) ?? [];
  if (head === undefined) return { kind: 'problems', problems: [NO_SHEET] };
  const names = head.map((name) => name.trim().toLowerCase());
  const missing = COLUMNS.filter((column) => !names.includes(column) && !EXTRA.includes(column));
  if (missing.length > 0)
    return { kind: 'problems', problems: missing.map((path) => ({ path, message: 'falta esta columna.' })) };
  const readings = rows.map((row, index) => {
    const cellOf = (column: Column) => withoutMark((row[names.indexOf(column)] ?? '').trim()).trim();
    return readRow(byName(COLUMNS, cellOf), `fila ${index + 2}`);
  });
  const problems = readings.flatMap((reading) => reading.problems);
  if (problems.length > 0) return { kind: 'problems', problems };
  const told = readings.flatMap(({ told }) => (told === null ? [] : [told]));
  const companies = [...Map.groupBy(told, ({ company }) => company)].map(([company, all]) => ({
    company,
    customers: all.flatMap(({ customers }) => customers),
    products: all.flatMap(({ products }) => products),
  }));
  return { kind: 'told', companies };
}

/** What is only there to be read. */
const EXTRA: readonly Column[] = ['nombre', 'documentos', 'falta'];
const NO_SHEET: Problem = { path: '', message: 'no es una hoja CSV.' };

type Cells = Readonly<Record<Column, string>>;

function readRow(
  cells: Cells,
  row: string,
): { readonly told: ToldCompany | null; readonly problems: readonly Problem[] } {
  const { empresa: company, clave: key } = cells;
  const filled = GAPS.filter((gap) => cells[CLOSING[gap].column] !== '');
  if (filled.length === 0) return { told: null, problems: [] };
  const by = bySaying(cells.conocido_por);
  const isCustomer = by === 'identity';
  const problem = (column: Column, message: string) => ({ path: `${row}, ${column}`, message });
  const problems = [
    ...(company === '' ? [problem('empresa', 'es obligatoria.')] : []),
    ...(key === '' ? [problem('clave', 'es obligatoria.')] : []),
    ...(by === null ? [problem('conocido_por', 'debe ser documento, código o descripción.')] : []),
    ...filled
      .filter((gap) => (gap === 'unit') === isCustomer)
      .map((gap) => problem(CLOSING[gap].column, `no es de un ${isCustomer ? 'cliente' : 'producto'}.`)),
    ...filled.flatMap((gap) => {
      const why = CLOSING[gap].whyNot(codeIn(gap, cells) ?? '', key);
      return why === null ? [] : [problem(CLOSING[gap].column, why)];
    }),
  ];
  if (by === null || problems.length > 0) return { told: null, problems };
  return { told: { company, ...toldBy(by, cells) }, problems: [] };
}

/** Case and accents get lost on the way. */
function bySaying(text: string): By | null {
  return BYS.find((by) => foldText(KNOWN_BY[by]) === foldText(text)) ?? null;
}

/** A code as the catalogs write it; null where there is none. */
function codeIn(gap: Gap, cells: Cells): string | null {
  const { column, digits } = CLOSING[gap];
  const text = cells[column];
  if (text === '') return null;
  return /^[0-9]+$/.test(text) ? text.padStart(digits, '0') : text;
}

function whyNotDocument(type: string, number: string): string | null {
  if (!isPersonDocumentType(type)) return 'debe ser 02, 03, 13, 36 o 37.';
  return whyNotPersonDocumentNumber(type, withoutSeparators(number));
}

function toldBy(by: By, cells: Cells): Omit<ToldCompany, 'company'> {
  const { clave: key } = cells;
  if (by !== 'identity')
    return { customers: [], products: [{ by, name: key, unit: codeIn('unit', cells) ?? '' }] };
  const documentType = codeIn('document_type', cells) ?? '';
  const customer = {
    identity: withoutSeparators(key),
    district: codeIn('district', cells),
    documentType: isPersonDocumentType(documentType) ? documentType : null,
    activityCode: codeIn('activity_code', cells),
  };
  return { customers: [customer], products: [] };
}
