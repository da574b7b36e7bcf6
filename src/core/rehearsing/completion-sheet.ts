import { activityByCode } from '../../catalogs/activities.ts';
import { districtById } from '../../catalogs/districts.ts';
import { foldText } from '../../catalogs/fold.ts';
import { unitByCode } from '../../catalogs/units.ts';
import { asText, BYTE_ORDER_MARK, csvLine, readCsv, withoutMark } from '../csv/csv.ts';
import type { CustomerCompletion, ProductName } from '../drafting/completion.ts';
import {
  isPersonDocumentType,
  type PersonDocumentType,
  whyNotPersonDocumentNumber,
} from '../identifiers/person-document-number.ts';
import { withoutSeparators } from '../identifiers/text.ts';
import type { Problem } from '../refusals/problem.ts';
import type { Gap, Incomplete } from './cause.ts';

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

/** The column that closes a gap. */
const COLUMN_OF: Readonly<Record<Gap, Column>> = {
  district: 'distrito',
  document_type: 'tipo_documento',
  activity_code: 'actividad',
  unit: 'unidad',
};

/** How the sheet names what a customer or product is known by. */
const KNOWN_BY: Readonly<Record<Incomplete['of']['by'], string>> = {
  identity: 'documento',
  code: 'código',
  description: 'descripción',
};

/** The customers and products to be completed, as a sheet for whoever knows them. */
export function completionSheet(
  company: string,
  incomplete: readonly (Incomplete & { readonly documents: number })[],
): string {
  const rows = incomplete.map(({ of, title, gaps, documents }) => [
    company,
    KNOWN_BY[of.by],
    asText(of.name),
    title,
    String(documents),
    gaps.map((gap) => COLUMN_OF[gap]).join(' '),
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
  const readings = rows.map((cells, index) => readRow(cellsBy(names, cells), `fila ${index + 2}`));
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

function cellsBy(names: readonly string[], cells: readonly string[]): Cells {
  const at = (column: Column) => withoutMark((cells[names.indexOf(column)] ?? '').trim()).trim();
  return {
    empresa: at('empresa'),
    conocido_por: at('conocido_por'),
    clave: at('clave'),
    nombre: '',
    documentos: '',
    falta: '',
    distrito: at('distrito'),
    tipo_documento: at('tipo_documento'),
    actividad: at('actividad'),
    unidad: at('unidad'),
  };
}

interface RowReading {
  readonly told: ToldCompany | null;
  readonly problems: readonly Problem[];
}

function readRow(cells: Cells, row: string): RowReading {
  const { empresa: company, clave: name } = cells;
  const filled = Object.values(COLUMN_OF).filter((column) => cells[column] !== '');
  if (filled.length === 0) return { told: null, problems: [] };
  const by = bySaying(cells.conocido_por);
  const [accepted, refused] = by === 'identity' ? [OF_CUSTOMERS, 'unidad'] : [OF_PRODUCTS, null];
  const problems = [
    ...(company === '' ? [problemAt(row, 'empresa', 'es obligatoria.')] : []),
    ...(name === '' ? [problemAt(row, 'clave', 'es obligatoria.')] : []),
    ...(by === null ? [problemAt(row, 'conocido_por', 'debe ser documento, código o descripción.')] : []),
    ...filled
      .filter((column) => !accepted.includes(column))
      .map((column) =>
        problemAt(row, column, refused === null ? 'no es de un producto.' : 'no es de un cliente.'),
      ),
    ...filled.flatMap((column) => whyNot(column, cells).map((message) => problemAt(row, column, message))),
  ];
  if (by === null || problems.length > 0) return { told: null, problems };
  return { told: { company, ...toldBy(by, cells) }, problems: [] };
}

const OF_CUSTOMERS: readonly Column[] = ['distrito', 'tipo_documento', 'actividad'];
const OF_PRODUCTS: readonly Column[] = ['unidad'];

function problemAt(row: string, column: Column, message: string): Problem {
  return { path: `${row}, ${column}`, message };
}

/** Case and accents get lost on the way. */
function bySaying(text: string): Incomplete['of']['by'] | null {
  const found = Object.entries(KNOWN_BY).find(([, word]) => foldText(word) === foldText(text));
  switch (found?.[0]) {
    case 'identity':
      return 'identity';
    case 'code':
      return 'code';
    case 'description':
      return 'description';
    default:
      return null;
  }
}

/** A code as the catalogs write it: a spreadsheet takes its leading zeros away. */
const LENGTHS: Readonly<Partial<Record<Column, number>>> = { distrito: 6, tipo_documento: 2, actividad: 5 };

function codeIn(column: Column, cells: Cells): string {
  const text = cells[column];
  return /^[0-9]+$/.test(text) ? text.padStart(LENGTHS[column] ?? 0, '0') : text;
}

function whyNot(column: Column, cells: Cells): readonly string[] {
  const code = codeIn(column, cells);
  switch (column) {
    case 'distrito':
      return districtById(code) === null ? ['no existe; use el id de la búsqueda de distritos.'] : [];
    case 'tipo_documento':
      return whyNotDocument(code, cells.clave);
    case 'actividad':
      return activityByCode(code) === null ? ['no existe en el catálogo CAT-019.'] : [];
    default:
      return unitByCode(code) === null ? ['no existe en el catálogo CAT-014.'] : [];
  }
}

function whyNotDocument(type: string, number: string): readonly string[] {
  if (!isPersonDocumentType(type)) return ['debe ser 02, 03, 13, 36 o 37.'];
  const why = whyNotPersonDocumentNumber(type, withoutSeparators(number));
  return why === null ? [] : [why];
}

function toldBy(by: Incomplete['of']['by'], cells: Cells): Omit<ToldCompany, 'company'> {
  if (by !== 'identity')
    return { customers: [], products: [{ by, name: cells.clave, unit: codeIn('unidad', cells) }] };
  const codeOrNull = (column: Column) => (cells[column] === '' ? null : codeIn(column, cells));
  const customer = {
    identity: withoutSeparators(cells.clave),
    district: codeOrNull('distrito'),
    documentType: documentTypeIn(cells),
    activityCode: codeOrNull('actividad'),
  };
  return { customers: [customer], products: [] };
}

function documentTypeIn(cells: Cells): PersonDocumentType | null {
  const code = codeIn('tipo_documento', cells);
  return isPersonDocumentType(code) ? code : null;
}
