import {
  civilDateOf,
  daysSinceEpoch,
  formatCivilDate,
  parseCivilDate,
} from '../../src/core/calendar/el-salvador-time.ts';
import { isDayOffByRule } from '../../src/core/calendar/holiday-rules.ts';
import { optionalTextOf, type ReadFacts, type Row, rowOf, rowsOf, textOf } from './facts.ts';
import { numberedCatalogs, sourceOf } from './numbered-catalogs.ts';
import { generatedNotice, type Literal, linesText, literalText } from './typescript-text.ts';

/** The manual whose lists the v1 schemas were made from. */
const manual2022: Literal = {
  title: 'Manual de Estructuras/Catálogos v1.0',
  publisher: 'Ministerio de Hacienda, DGII (El Salvador)',
  published: '2022-12',
};

const holidayLaws: Literal = {
  title: 'Código de Trabajo, leyes y decretos de asueto; Calendario Tributario 2026',
  publisher: 'Asamblea Legislativa y Ministerio de Hacienda (El Salvador)',
  published: '2026',
};

function listModule(list: {
  readonly name: string;
  readonly rowType: string;
  readonly title: string;
  readonly source: Literal;
  readonly rows: readonly Literal[];
}): string {
  return [
    generatedNotice,
    `import type { ${list.rowType}, PublishedList } from '../catalog.ts';`,
    '',
    `export const ${list.name}: PublishedList<${list.rowType}> = {`,
    `  title: ${literalText(list.title)},`,
    `  source: ${literalText(list.source)},`,
    `  count: ${list.rows.length},`,
    `  rows: ${linesText(list.rows, '  ')},`,
    '};',
    '',
  ].join('\n');
}

function codedModule(name: string, official: Row, rows: readonly Row[]): string {
  if (rows.length !== official['count'])
    throw new Error(`${name}: ${rows.length} rows, ${official['count']} official`);
  return listModule({
    name,
    rowType: 'CatalogEntry',
    title: textOf(official, 'title'),
    source: sourceOf(official),
    rows: rows.map((row) => ({ code: textOf(row, 'code'), description: textOf(row, 'description') })),
  });
}

function departmentsModule(read: ReadFacts): string {
  const municipality = (row: Row): Literal => ({
    code: textOf(row, 'code'),
    shortCode: textOf(row, 'short_code'),
    name: textOf(row, 'name'),
  });
  return listModule({
    name: 'departments',
    rowType: 'Department',
    title: 'Departamento y municipio',
    source: sourceOf(rowOf(read('cat-012.json'), 'CAT-012')),
    rows: rowsOf(read('departments.json'), 'departments').map((row) => ({
      code: textOf(row, 'code'),
      name: textOf(row, 'name'),
      municipalities: rowsOf(row['municipalities'], 'municipalities').map(municipality),
    })),
  });
}

function aliasesOf(row: Row): { readonly aliases?: readonly string[] } {
  const aliases: unknown = row['aliases'];
  if (!Array.isArray(aliases)) return {};
  return { aliases: aliases.map((alias: unknown) => String(alias)) };
}

function districtRow(row: Row): Literal {
  const district = {
    id: textOf(row, 'id'),
    code: textOf(row, 'code'),
    name: textOf(row, 'name'),
    departmentCode: textOf(row, 'department_code'),
    municipalityShortCode: textOf(row, 'municipality_short_code'),
  };
  const id = district.departmentCode + district.municipalityShortCode + district.code;
  if (id !== district.id) throw new Error(`district ${district.id} should be ${id}`);
  return { ...district, ...aliasesOf(row) };
}

/** How the facts' notes begin where a v1 code is not the one for a country of today. */
const notCurrent = /^(histórico|subnacional|disuelto|no definido|duplicate)/;

function legacyCountryRow(row: Row): Literal {
  return {
    code: textOf(row, 'legacy_code'),
    description: textOf(row, 'legacy_description'),
    isoCode: optionalTextOf(row, 'code'),
    current: !notCurrent.test(optionalTextOf(row, 'note') ?? ''),
  };
}

function decreedRow(row: Row): Literal {
  return { date: textOf(row, 'date'), name: textOf(row, 'name'), law: textOf(row, 'law') };
}

function codedModules(read: ReadFacts): readonly (readonly [string, string])[] {
  const catalog = (file: string) => rowOf(read(file), file);
  const countries = catalog('cat-020.json');
  return [
    [
      'activities.ts',
      codedModule('activities', catalog('cat-019.json'), rowsOf(read('activities.json'), 'activities')),
    ],
    ['units.ts', codedModule('units', catalog('cat-014.json'), rowsOf(read('units.json'), 'units'))],
    ['countries.ts', codedModule('countries', countries, rowsOf(countries['entries'], 'CAT-020'))],
  ];
}

/** Throws unless every municipality from before 2024 became the district of its department with the same code. */
function checkLegacyMunicipalities(read: ReadFacts, all: readonly Row[]): void {
  const was = rowsOf(read('municipalities_legacy.json'), 'municipalities_legacy').map((row) =>
    ['district_id', 'department_code', 'legacy_code'].map((field) => textOf(row, field)).join(),
  );
  const is = all.map((row) => ['id', 'department_code', 'code'].map((field) => textOf(row, field)).join());
  const wrong = [...was.filter((row) => !is.includes(row)), ...is.filter((row) => !was.includes(row))];
  if (wrong.length > 0) throw new Error(`no district with the code of its municipality: ${wrong.join('; ')}`);
}

function districtsModule(read: ReadFacts): string {
  const official = rowOf(read('cat-008.json'), 'CAT-008');
  const all = rowsOf(read('districts.json'), 'districts');
  checkLegacyMunicipalities(read, all);
  return listModule({
    name: 'districts',
    rowType: 'District',
    title: textOf(official, 'title'),
    source: sourceOf(official),
    rows: all.map(districtRow),
  });
}

function legacyCountriesModule(read: ReadFacts): string {
  return listModule({
    name: 'legacyCountries',
    rowType: 'LegacyCountry',
    title: 'País (esquemas v1)',
    source: manual2022,
    rows: rowsOf(read('countries_legacy.json'), 'countries_legacy').map(legacyCountryRow),
  });
}

/** What holds every year is made by rules: throws where these give other days, in the years that the facts list. */
function checkYearlyRules(days: readonly Row[]): void {
  const listed = new Set(daysOf(days, ['national', 'tax_administration']));
  const years = [...new Set([...listed].map((date) => Number(date.slice(0, 4))))];
  const wrong = years.flatMap(datesOfYear).filter((date) => {
    const day = parseCivilDate(date);
    return day !== null && isDayOffByRule(daysSinceEpoch(day)) !== listed.has(date);
  });
  if (wrong.length > 0) throw new Error(`by the yearly rules otherwise: ${wrong.join(', ')}`);
}

function datesOfYear(year: number): readonly string[] {
  const [first, last] = [year, year + 1].map((one) => daysSinceEpoch({ year: one, month: 1, day: 1 }));
  const days = Array.from({ length: (last ?? 0) - (first ?? 0) }, (_, index) => (first ?? 0) + index);
  return days.map((day) => formatCivilDate(civilDateOf(day)));
}

/** The dates of the days off of these scopes. */
export function daysOf(days: readonly Row[], scopes: readonly string[]): readonly string[] {
  return days.filter((row) => scopes.includes(textOf(row, 'scope'))).map((row) => textOf(row, 'date'));
}

/** Every day off that the facts list, whomever it binds. */
export function daysOffIn(read: ReadFacts): readonly Row[] {
  return rowsOf(rowOf(read('holidays.json'), 'holidays')['days'], 'holidays.days');
}

function decreedDaysOffModule(read: ReadFacts): string {
  const days = daysOffIn(read);
  checkYearlyRules(days);
  return listModule({
    name: 'decreedDaysOff',
    rowType: 'DecreedDayOff',
    title: 'Días de asueto por decreto, una sola vez',
    source: holidayLaws,
    rows: days.filter((row) => row['scope'] === 'extraordinary_national').map(decreedRow),
  });
}

/** Every generated module: file name and text. */
export function dataModules(read: ReadFacts): ReadonlyMap<string, string> {
  return new Map([
    ['numbered-catalogs.ts', numberedCatalogs(read)],
    ...codedModules(read),
    ['departments.ts', departmentsModule(read)],
    ['districts.ts', districtsModule(read)],
    ['legacy-countries.ts', legacyCountriesModule(read)],
    ['decreed-days-off.ts', decreedDaysOffModule(read)],
  ]);
}
