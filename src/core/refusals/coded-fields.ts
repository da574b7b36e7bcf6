import type { CatalogEntry } from '../../catalogs/catalog.ts';
import { departments } from '../../catalogs/data/departments.ts';
import { districts } from '../../catalogs/data/districts.ts';
import { municipality } from '../../catalogs/departments.ts';
import { meantEntries, type NamedEntry } from '../../catalogs/meant-entries.ts';
import { type CodedCatalogId, officialCatalogs } from '../../catalogs/official-catalogs.ts';
import { paymentMethods } from '../../catalogs/payment-methods.ts';

/** The catalog behind a field. */
interface CodedField {
  readonly entries: readonly NamedEntry[];
  /** The address at which a caller looks its codes up; empty where the field's description names them all. */
  readonly see: string;
}

type OtherNames = Readonly<Record<string, readonly string[]>>;

/** What people call some entries in other words than the Ministry. */
const COUNTRIES: OtherNames = {
  US: [
    'USA',
    'EEUU',
    'EE UU',
    'United States',
    'Estados Unidos de América',
    'Estados Unidos de Norteamérica',
  ],
  GB: ['UK', 'Inglaterra', 'Gran Bretaña'],
  SV: ['SLV', 'ESA'],
  GT: ['GTM'],
  HN: ['HND'],
  NI: ['NIC'],
  CR: ['CRI'],
  PA: ['PAN'],
  MX: ['MEX'],
  NL: ['Holanda'],
};
const DOCUMENT_TYPES: OtherNames = {
  '02': ['Carné de residente', 'Residente'],
  '03': ['Passport'],
  '13': ['Documento Único de Identidad'],
  '36': ['Número de Identificación Tributaria'],
  '37': ['Otros'],
};
const PAYMENT_METHODS: OtherNames = { '01': ['Cash', 'Contado'], '99': ['Otros'] };
const UNITS: OtherNames = {
  '1': ['m', 'Metros'],
  '22': ['gal', 'Galones'],
  '23': ['l', 'lt', 'lts', 'Litros'],
  '24': ['Botellas'],
  '26': ['ml', 'Mililitros'],
  '30': ['Toneladas'],
  '32': ['qq', 'Quintales'],
  '34': ['kg', 'kgs', 'Kilo', 'Kilos', 'Kilogramos'],
  '36': ['lb', 'lbs', 'Libras'],
  '38': ['oz', 'Onzas'],
  '39': ['g', 'gr', 'Gramos'],
  '58': ['Docenas'],
  '59': ['u', 'und', 'uni', 'Unidades', 'pza', 'Pieza'],
  '99': ['Otro', 'Servicio'],
};
const CONDITIONS: OtherNames = { '1': ['Al contado', 'Efectivo'], '2': ['Al crédito'], '3': ['Otra'] };
const DEADLINES: OtherNames = { '1': ['Día'], '2': ['Mes'], '3': ['Año'] };
const ITEM_TYPES: OtherNames = { '1': ['Bien', 'Producto'], '2': ['Servicio'] };
const PERSON_TYPES: OtherNames = { '1': ['Natural'], '2': ['Jurídica', 'Empresa'] };

/** Specification 2.6. */
const CONTRIBUTORS = [
  { code: '1', description: 'Pequeño' },
  { code: '2', description: 'Mediano' },
  { code: '3', description: 'Grande' },
  { code: '4', description: 'Gobierno' },
];

function entriesOf(catalog: CodedCatalogId): readonly CatalogEntry[] {
  return officialCatalogs.find(({ id }) => id === catalog)?.entries ?? [];
}

function field(entries: readonly CatalogEntry[], see: string, names: OtherNames = {}): CodedField {
  return { entries: entries.map((entry) => ({ ...entry, otherNames: names[entry.code] ?? [] })), see };
}

/** Small whole numbers, which callers write without a leading zero. */
function numbers(catalog: CodedCatalogId, names: OtherNames): CodedField {
  const entries = entriesOf(catalog).slice(0, 3);
  return field(
    entries.map(({ code, description }) => ({ code: String(Number(code)), description })),
    '',
    names,
  );
}

const DEPARTMENTS = departments.rows.map(({ code, name }) => ({ code, description: name }));
const MUNICIPALITIES = departments.rows.flatMap((department) =>
  department.municipalities.map(({ code, name }) => ({ code, description: name })),
);
const DISTRICTS: readonly NamedEntry[] = districts.rows.map((district) => {
  const parent = municipality(district.departmentCode, district.municipalityShortCode)?.name ?? '';
  const otherNames = [district.name, ...(district.aliases ?? [])];
  return { code: district.id, description: `${district.name}, ${parent}`, otherNames };
});
const DISTRICT: CodedField = { entries: DISTRICTS, see: '/catalogs/districts/search' };
const PAYMENT = field(paymentMethods, '/catalogs/payment-methods', PAYMENT_METHODS);

/** Every field of a request that takes a code of a catalog, by the last part of its name. */
const CODED_FIELDS: Readonly<Record<string, CodedField>> = {
  activity_code: field(entriesOf('CAT-019'), '/catalogs/activities'),
  country: field(entriesOf('CAT-020'), '/catalogs/countries', COUNTRIES),
  deadline: numbers('CAT-018', DEADLINES),
  department: field(DEPARTMENTS, '/catalogs/departments'),
  district: DISTRICT,
  district_code: DISTRICT,
  document_type: field(entriesOf('CAT-022'), '/catalogs/document-types', DOCUMENT_TYPES),
  fiscal_precinct: field(entriesOf('CAT-027'), '/catalogs/precincts'),
  incoterm: field(entriesOf('CAT-031'), '/catalogs/incoterms'),
  item_type: numbers('CAT-011', ITEM_TYPES),
  method: PAYMENT,
  municipality: field(MUNICIPALITIES, '/catalogs/departments'),
  payment_method: PAYMENT,
  person_type: numbers('CAT-029', PERSON_TYPES),
  regime: field(entriesOf('CAT-028'), '/catalogs/regimes'),
  regime_type: field(entriesOf('CAT-033'), '/catalogs/regime-types'),
  transaction_condition: numbers('CAT-016', CONDITIONS),
  type_contributor: field(CONTRIBUTORS, ''),
  unit: field(entriesOf('CAT-014'), '/catalogs/units', UNITS),
};

/** What a district says in place of another code, whose words may name one. */
const SAID_BY_DISTRICT: readonly string[] = ['municipality', 'district_code'];

/**
 * The codes that words mean which stand where a code belongs, as a sentence: `No existe el código «DUI»: use "13" (DUI).`
 * Null where they may mean anything. The words are never taken for the code, because a fiscal document is no place to
 * guess.
 */
export function meantInstead(path: string, text: string): string | null {
  const name = leafOf(path);
  const coded = CODED_FIELDS[name];
  if (coded === undefined || !/\p{L}/u.test(text)) return null;
  const own = name === 'district_code' ? null : choiceOf(meantEntries(coded.entries, text));
  const isPlace = own === null && SAID_BY_DISTRICT.includes(name);
  const district = isPlace ? choiceOf(meantEntries(DISTRICT.entries, text)) : null;
  if (own === null && district === null) return null;
  const choice = own ?? `district ${district}`;
  return `No existe el código ${shown(text)}: use ${choice}.`;
}

/** Why a text is no code of the field's catalog, and where they stand; null for a field that takes no such codes. */
export function whyNoCode(path: string, text: string): string | null {
  const meant = meantInstead(path, text);
  const see = CODED_FIELDS[leafOf(path)]?.see ?? '';
  if (meant !== null || see === '') return meant;
  return `No existe el código ${shown(text)}; vea ${see}.`;
}

/** `payments[0].method` is the field `method`. */
function leafOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** More than a caller chooses from in a sentence. */
const MOST_CHOICES = 3;

function choiceOf(entries: readonly CatalogEntry[]): string | null {
  if (entries.length === 0 || entries.length > MOST_CHOICES) return null;
  return entries.map(({ code, description }) => `"${code}" (${description})`).join(' o ');
}

/** Enough to recognise the text, never the whole of a long one. */
const MOST_SHOWN = 40;

function shown(text: string): string {
  const start = [...text.slice(0, 2 * MOST_SHOWN)].slice(0, MOST_SHOWN).join('');
  return `«${start === text ? text : `${start}…`}»`;
}
