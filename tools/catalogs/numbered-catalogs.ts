import { type ReadFacts, type Row, rowOf, rowsOf, textOf } from './facts.ts';
import { generatedNotice, type Literal, linesText, literalText } from './typescript-text.ts';

/** Catalogs whose rows have a module of their own; the numbered list keeps their heading only. */
const elsewhere = new Set(['CAT-008', 'CAT-012', 'CAT-013', 'CAT-014', 'CAT-019', 'CAT-020']);

const catalogsCount = 33;

/** Title, publisher and date of a catalog; the workbook's hash and time of saving stay with the facts. */
export function sourceOf(catalog: Row): Readonly<Record<string, string>> {
  const source = rowOf(catalog['source'], 'source');
  return {
    title: textOf(source, 'title'),
    publisher: textOf(source, 'publisher'),
    published: textOf(source, 'published'),
  };
}

function isNumeric(row: Row): boolean {
  const value = row['json_value'];
  if (value === undefined) return false;
  if (typeof value === 'number' && String(value) === row['code']) return true;
  throw new Error(`json_value is not the code as a number: ${JSON.stringify(row)}`);
}

function entryOf(row: Row): Literal {
  const entry = { code: textOf(row, 'code'), description: textOf(row, 'description') };
  return typeof row['section'] === 'number' ? { ...entry, section: row['section'] } : entry;
}

function catalogText(catalog: Row): string {
  const id = textOf(catalog, 'catalog');
  const rows = rowsOf(catalog['entries'], id);
  if (rows.length !== catalog['count'])
    throw new Error(`${id}: ${rows.length} rows, count ${catalog['count']}`);
  const numericRows = rows.filter(isNumeric).length;
  if (numericRows !== 0 && numericRows !== rows.length)
    throw new Error(`${id}: some codes are numbers, some are not`);
  const entries = elsewhere.has(id) ? '[]' : linesText(rows.map(entryOf), '    ');
  return [
    '  {',
    `    id: ${literalText(id)},`,
    `    title: ${literalText(textOf(catalog, 'title'))},`,
    '    source,',
    `    count: ${rows.length},`,
    `    numeric: ${numericRows > 0},`,
    `    entries: ${entries},`,
    '  },',
  ].join('\n');
}

/** The module with CAT-001 to CAT-033, all from one workbook. */
export function numberedCatalogs(read: ReadFacts): string {
  const files = Array.from(
    { length: catalogsCount },
    (_, index) => `cat-${String(index + 1).padStart(3, '0')}.json`,
  );
  const catalogs = files.map((file) => rowOf(read(file), file));
  const sources = new Set(catalogs.map((catalog) => literalText(sourceOf(catalog))));
  const [source, ...others] = sources;
  if (source === undefined || others.length > 0) throw new Error('the catalogs have more than one source');
  return [
    generatedNotice,
    "import type { Catalog, CatalogSource } from '../catalog.ts';",
    '',
    `const source: CatalogSource = ${source};`,
    '',
    '/** CAT-001 to CAT-033. Those with a module of their own (008, 012, 013, 014, 019, 020) have no entries here. */',
    'export const numberedCatalogs: readonly Catalog[] = [',
    catalogs.map(catalogText).join('\n'),
    '];',
    '',
  ].join('\n');
}
