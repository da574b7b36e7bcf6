import type { LedgerRow } from '../../simulator/control/ledger-view.ts';
import { broken, unless, type Violation } from './options.ts';

/** What a caller was told about a sale. */
export interface Told {
  readonly status: number;
  readonly outcome: 'stamped' | 'contingency' | 'rejected' | 'refused';
  readonly documentId: string;
  readonly numeroControl: string;
  readonly codigoGeneracion: string;
  readonly sello: string;
}

/** A sale as its caller remembers it. */
export interface Sale {
  readonly companyId: string;
  readonly ref: string;
  /** The reference of the CCF that a note is on. */
  readonly ccf: string | null;
  /** The total as the document is to print it. */
  readonly total: string;
  readonly told: readonly Told[];
}

/** A document as the database holds it. */
export interface KeptDocument {
  readonly companyId: string;
  readonly nit: string;
  readonly ref: string;
  readonly documentId: string;
  readonly state: string;
  readonly numeroControl: string;
  readonly codigoGeneracion: string;
  readonly sello: string | null;
  /** The hash of the stamped bytes, hexadecimal. */
  readonly sha256: string | null;
}

export interface Evidence {
  readonly sales: readonly Sale[];
  readonly documents: readonly KeptDocument[];
  /** The last number that each company's one series gave. */
  readonly lastNumbers: ReadonlyMap<string, number>;
  /** Numbers that a document gave up, because another system has them. */
  readonly givenUp: readonly { readonly companyId: string; readonly number: number }[];
  readonly ledger: readonly LedgerRow[];
}

/**
 * Holds the authority's ledger against the database and against everything callers were told: one document for each
 * sale, one stamp for each document, numbers from 1 without gap, no answer that is not true any more, and never more
 * given back by notes than their CCF sold.
 */
export function judge(evidence: Evidence): readonly Violation[] {
  const stamps = Map.groupBy(
    evidence.ledger.filter(({ state }) => state === 'stamped'),
    (row) => `${row.nit} ${row.numeroControl}`,
  );
  const documents = new Map(evidence.documents.map((one) => [`${one.companyId} ${one.ref}`, one]));
  const sales = new Map(evidence.sales.map((sale) => [`${sale.companyId} ${sale.ref}`, sale]));
  const known = new Set(evidence.documents.map((one) => `${one.nit} ${one.numeroControl}`));
  return [
    ...evidence.sales.flatMap((sale) => ofSale(sale, documents.get(`${sale.companyId} ${sale.ref}`))),
    ...evidence.documents.flatMap((one) =>
      ofDocument(
        one,
        stamps.get(`${one.nit} ${one.numeroControl}`) ?? [],
        sales.get(`${one.companyId} ${one.ref}`),
      ),
    ),
    ...broken(
      'stray stamp',
      [...stamps.keys()].filter((number) => !known.has(number)),
    ),
    ...ofCodes(evidence.ledger),
    ...ofNotes(evidence),
    ...ofNumbers(evidence),
  ];
}

function ofSale(sale: Sale, kept: KeptDocument | undefined): readonly Violation[] {
  const tell = (rule: string, found: readonly unknown[]) =>
    broken(
      rule,
      found.map((told) => ({ ref: sale.ref, kept, told })),
    );
  const answered = sale.told.filter(({ outcome }) => outcome !== 'refused');
  const refused = sale.told.filter(
    ({ outcome, status }) => outcome === 'refused' && status < 500 && sale.ccf === null,
  );
  const untrue = kept === undefined ? [] : answered.filter((told) => !holds(told, kept));
  return [
    ...tell('lost', kept === undefined && answered.length > 0 ? [answered] : []),
    ...tell('refused', refused),
    ...tell('untrue answer', untrue),
  ];
}

/** A document in contingency may take a new code; its number and its identity stay, and so does every stamp. */
function holds(told: Told, kept: KeptDocument): boolean {
  if (told.outcome === 'rejected') return false;
  if (told.documentId !== kept.documentId || told.numeroControl !== kept.numeroControl) return false;
  return (
    told.outcome === 'contingency' ||
    (told.codigoGeneracion === kept.codigoGeneracion && told.sello === kept.sello)
  );
}

function ofDocument(
  one: KeptDocument,
  stamps: readonly LedgerRow[],
  sale: Sale | undefined,
): readonly Violation[] {
  const [stamp] = stamps;
  const tell = (rule: string) => broken(rule, [{ document: one, stamps, sale }]);
  if (sale === undefined) return tell('document without a sale');
  if (stamps.length > 1) return tell('duplicate stamp');
  if (one.state !== 'stamped') return tell(stamp === undefined ? `left ${one.state}` : 'stamp not known');
  if (stamp === undefined) return tell('stamp not in the ledger');
  const same =
    stamp.codigoGeneracion === one.codigoGeneracion &&
    stamp.sello === one.sello &&
    stamp.sha256 === one.sha256 &&
    stamp.montoTotal === sale.total;
  return same ? [] : tell('ledger and database differ');
}

function ofCodes(ledger: readonly LedgerRow[]): readonly Violation[] {
  const stamped = ledger.filter(({ state }) => state === 'stamped');
  const byCode = Map.groupBy(stamped, ({ codigoGeneracion }) => codigoGeneracion);
  const twice = [...byCode.values()].filter((rows) => rows.length > 1);
  return broken('code stamped twice', twice);
}

/** What the authority has stamped for the notes on each CCF, by the numbers that we gave them. */
function ofNotes({ sales, documents, ledger }: Evidence): readonly Violation[] {
  const cents = (total: string | null) => Math.round(Number(total) * 100);
  const stamped = new Map(
    ledger
      .filter(({ state }) => state === 'stamped')
      .map(({ nit, numeroControl, montoTotal }) => [`${nit} ${numeroControl}`, cents(montoTotal)]),
  );
  const numbers = new Map(
    documents.map(({ companyId, ref, nit, numeroControl }) => [
      `${companyId} ${ref}`,
      `${nit} ${numeroControl}`,
    ]),
  );
  const stampedFor = (key: string) => stamped.get(numbers.get(key) ?? '') ?? 0;
  const notes = sales.filter(({ ccf }) => ccf !== null);
  return [...Map.groupBy(notes, ({ companyId, ccf }) => `${companyId} ${ccf}`)].flatMap(([ccf, own]) => {
    const given = own.reduce((total, { companyId, ref }) => total + stampedFor(`${companyId} ${ref}`), 0);
    const sold = stampedFor(ccf);
    return unless(given <= sold, 'notes exceed their CCF', `${ccf}: ${given} of ${sold} cents`);
  });
}

function ofNumbers({ documents, lastNumbers, givenUp }: Evidence): readonly Violation[] {
  return [...lastNumbers].flatMap(([companyId, last]) => {
    const isOwn = (one: { readonly companyId: string }) => one.companyId === companyId;
    const own = documents.filter(isOwn).map(({ numeroControl }) => Number(numeroControl.slice(-15)));
    const numbers = [...own, ...givenUp.filter(isOwn).map(({ number }) => number)].sort((a, b) => a - b);
    const wrong = numbers.find((number, index) => number !== index + 1);
    const what = `company ${companyId}: ${numbers.length} numbers, last number ${last}, first wrong ${wrong}`;
    return unless(wrong === undefined && numbers.length === last, 'gap or repeat', what);
  });
}
