import { type Cents, centsOf, percentOf, roundedCents } from './cents.ts';

export type RecordedType = '01' | '03' | '05' | '11' | '14';

/** Who stands on the other side of a document; numbers without hyphens. */
export interface RecordedParty {
  readonly name: string;
  readonly nit: string | null;
  readonly nrc: string | null;
  readonly dui: string | null;
  readonly other: string | null;
}

/** What a test writes down of a document that it issued: everything that a declaration may ask for. */
export interface DocumentRecord {
  readonly type: RecordedType;
  /** With hyphens. */
  readonly control: string;
  /** Null where the authority has not stamped it. */
  readonly seal: string | null;
  /** With hyphens. */
  readonly code: string;
  /** The local date and time that the document bears. */
  readonly date: string;
  readonly time: string;
  readonly party: RecordedParty | null;
  /** After discounts, in cents. Type 01 has its VAT in the taxed amount, types 03 and 05 beside it. */
  readonly exempt: Cents;
  readonly notSubject: Cents;
  readonly taxed: Cents;
  readonly vat: Cents;
  readonly perceived: Cents;
  /** What a type 14 bought, what of it was earned by services, and the income tax that it kept back from that. */
  readonly bought: Cents;
  readonly earned: Cents;
  readonly withheld: Cents;
  /** Freight and insurance of an export. */
  readonly carriage: Cents;
  /** Whether an export is of services (`tipoItemExpor` 2), and its country's code of CAT-020. */
  readonly services: boolean;
  readonly country: string | null;
  /** The local date of the sealed event that invalidated it. */
  readonly invalidatedOn: string | null;
  /** The operation and the kind of income that somebody gave to it; null where nobody did. */
  readonly classes: readonly [operation: number, income: number] | null;
}

/** What happened to a document besides what it says itself. */
export interface Fate extends Pick<DocumentRecord, 'seal' | 'invalidatedOn' | 'classes'> {
  readonly type: RecordedType;
}

/** Reads a document as it was signed, by the names of the Ministry's schemas of both generations. */
export function recordOf(text: string, fate: Fate): DocumentRecord {
  const document: unknown = JSON.parse(text);
  const identity = valueAt(document, 'identificacion');
  const summary = valueAt(document, 'resumen');
  const isExport = fate.type === '11';
  const less = (total: string, ...discounts: readonly string[]) =>
    discounts.reduce((sum, each) => sum - amount(summary, each), amount(summary, total));
  return {
    ...fate,
    control: textAt(identity, 'numeroControl') ?? '',
    code: textAt(identity, 'codigoGeneracion') ?? '',
    date: textAt(identity, 'fecEmi') ?? '',
    time: textAt(identity, 'horEmi') ?? '',
    party: partyOf(valueAt(document, 'receptor') ?? valueAt(document, 'sujetoExcluido'), fate.type),
    exempt: less('totalExenta', 'descuExenta'),
    notSubject: less('totalNoSuj', 'descuNoSuj'),
    taxed: fate.type === '14' ? 0n : less('totalGravada', 'descuGravada', 'descuento'),
    vat: fate.type === '03' || fate.type === '05' ? tributo(summary, '20') : 0n,
    perceived: amount(summary, 'ivaPerci1') + amount(summary, 'ivaPerci'),
    bought: fate.type === '14' ? amount(summary, 'subTotal') : 0n,
    earned: fate.type === '14' ? earnedIn(document) : 0n,
    withheld: fate.type === '14' ? amount(summary, 'reteRenta') : 0n,
    carriage: isExport ? amount(summary, 'seguro') + amount(summary, 'flete') : 0n,
    services: isExport && valueAt(valueAt(document, 'emisor'), 'tipoItemExpor') === 2,
    country: isExport ? textAt(valueAt(document, 'receptor'), 'codPais') : null,
  };
}

function partyOf(block: unknown, type: RecordedType): RecordedParty | null {
  const name = textAt(block, 'nombre');
  if (name === null) return null;
  const number = (textAt(block, 'nit') ?? textAt(block, 'numDocumento') ?? '').replaceAll('-', '');
  const kind = textAt(block, 'tipoDocumento') ?? (type === '03' || type === '05' ? '36' : null);
  const isTaxNumber = kind === '36' || kind === '13';
  return {
    name,
    nit: isTaxNumber && number.length === 14 ? number : null,
    nrc: textAt(block, 'nrc')?.replaceAll('-', '') ?? null,
    dui: isTaxNumber && number.length === 9 ? number : null,
    other: isTaxNumber || number === '' ? null : number,
  };
}

function tributo(summary: unknown, code: string): Cents {
  const list = valueAt(summary, 'tributos');
  if (!Array.isArray(list)) return 0n;
  return list
    .filter((each) => valueAt(each, 'codigo') === code)
    .reduce((sum: Cents, each) => sum + amount(each, 'valor'), 0n);
}

/** A tenth was kept back from the services (CAT-011), and the portal of F-14 wants a tenth to the cent. */
function earnedIn(document: unknown): Cents {
  const withheld = amount(valueAt(document, 'resumen'), 'reteRenta');
  const lines = valueAt(document, 'cuerpoDocumento');
  const services = Array.isArray(lines) ? lines.filter((line) => valueAt(line, 'tipoItem') === 2) : [];
  const sum = roundedCents(services.reduce((all: number, line) => all + Number(valueAt(line, 'compra')), 0));
  return percentOf(sum, 10n) === withheld ? sum : withheld * 10n;
}

function amount(block: unknown, name: string): Cents {
  const value = valueAt(block, name);
  return typeof value === 'number' ? centsOf(value) : 0n;
}

function textAt(block: unknown, name: string): string | null {
  const value = valueAt(block, name);
  return typeof value === 'string' ? value : null;
}

function valueAt(block: unknown, name: string): unknown {
  return typeof block === 'object' && block !== null ? Reflect.get(block, name) : undefined;
}
