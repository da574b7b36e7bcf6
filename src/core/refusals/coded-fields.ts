import type { CatalogEntry } from '../../catalogs/catalog.ts';
import { meantEntries, type NamedEntry } from '../../catalogs/meant-entries.ts';
import { type CodedCatalogId, officialCatalogs } from '../../catalogs/official-catalogs.ts';
import { paymentMethods } from '../../catalogs/payment-methods.ts';
import { DEPARTMENTS, meantPlaces, PLACE_FIELDS, type SentPlace } from './meant-places.ts';
import type { Fault } from './refusal.ts';

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
const PAYMENT_METHODS: OtherNames = {
  '01': ['Cash', 'Contado'],
  // On credit, or by a credit card: only the caller knows.
  '03': ['Crédito'],
  '14': ['Crédito'],
  '99': ['Otros'],
};
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

const DISTRICT = field([], '/catalogs/districts/search');
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
  municipality: field([], '/catalogs/departments'),
  payment_method: PAYMENT,
  person_type: numbers('CAT-029', PERSON_TYPES),
  regime: field(entriesOf('CAT-028'), '/catalogs/regimes'),
  regime_type: field(entriesOf('CAT-033'), '/catalogs/regime-types'),
  transaction_condition: numbers('CAT-016', CONDITIONS),
  type_contributor: field(CONTRIBUTORS, ''),
  unit: field(entriesOf('CAT-014'), '/catalogs/units', UNITS),
};

/**
 * The codes that words mean which stand where a code belongs, as a sentence: `No existe el código «DUI»: use "13" (DUI).`
 * Null where they may mean anything. The words are never taken for the code, because a fiscal document is no place to
 * guess. Of a place, `sent` is what stands beside the words.
 */
export function meantInstead(path: string, text: string, sent: SentPlace = {}): string | null {
  const name = leafOf(path);
  const coded = CODED_FIELDS[name];
  if (coded === undefined || !/\p{L}/u.test(text)) return null;
  const place = PLACE_FIELDS.find((field) => field === name);
  const choices =
    place === undefined ? meantEntries(coded.entries, text).map(choice) : meantPlaces(place, text, sent);
  if (choices.length === 0 || choices.length > MOST_CHOICES) return null;
  return `No existe el código ${shown(text)}: use ${choices.join(' o ')}.`;
}

/** What is wrong with a text that is none of the codes of a field which takes codes. */
export function wrongCode(path: string, text: string): Fault {
  return noCode(path, text) ?? { code: 'unknown_code', message: `No existe el código ${shown(text)}.` };
}

/** What is wrong with a text that is no code of the field's catalog, and where they stand; null for a field without codes. */
export function noCode(path: string, text: string): Fault | null {
  const name = leafOf(path);
  const see = CODED_FIELDS[name]?.see ?? '';
  const elsewhere = see === '' ? null : `No existe el código ${shown(text)}; vea ${see}.`;
  const message = meantInstead(path, text) ?? elsewhere;
  return message === null ? null : { code: isPlace(name) ? 'unknown_place' : 'unknown_code', message };
}

function isPlace(name: string): boolean {
  return name === 'department' || PLACE_FIELDS.some((field) => field === name);
}

/** `payments[0].method` is the field `method`. */
function leafOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** More than a caller chooses from in a sentence. */
const MOST_CHOICES = 3;

function choice({ code, description }: CatalogEntry): string {
  return `"${code}" (${description})`;
}

/** Enough to recognise the text, never the whole of a long one. */
const MOST_SHOWN = 40;

function shown(text: string): string {
  const start = [...text.slice(0, 2 * MOST_SHOWN)].slice(0, MOST_SHOWN).join('');
  return `«${start === text ? text : `${start}…`}»`;
}
