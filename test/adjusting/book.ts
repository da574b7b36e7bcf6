import { isJson } from '../support/http-caller.ts';

/** A document that the authority has stamped. */
export interface BookedDocument {
  readonly codigoGeneracion: string;
  readonly numeroControl: string;
  readonly sello: string;
  readonly sealedMs: number;
  readonly totalCents: number;
  /** The part of it that is exempt. */
  readonly exemptCents: number;
  /** The code of the CCF that a note is on; null for other documents. */
  readonly ccf: string | null;
}

export type Reading = 'stamped' | 'rejected' | 'known';

/** One arrival of bytes. */
export interface Arrival {
  readonly jws: string;
  readonly nowMs: number;
  /** Whether bytes that were never seen before are refused; the same bytes always meet the same verdict. */
  readonly refuse: boolean;
}

/** What one authority has stamped and invalidated, and every moment at which that told no consistent story. */
export interface Book {
  readonly documents: ReadonlyMap<string, BookedDocument>;
  /** Codes of the events by the codes of the documents that they took back. */
  readonly invalidated: ReadonlyMap<string, string>;
  readonly violations: readonly string[];
  receive(arrival: Arrival): Reading;
  invalidate(arrival: Arrival & { readonly documentCode: string; readonly eventCode: string }): Reading;
}

export function openBook(): Book {
  const documents = new Map<string, BookedDocument>();
  const invalidated = new Map<string, string>();
  const refused = new Set<string>();
  const violations: string[] = [];
  const judge = () => void violations.push(...contradictions(documents, invalidated));
  return {
    documents,
    invalidated,
    violations,
    receive({ jws, nowMs, refuse }) {
      const document = readDocument(jws, { sealedMs: nowMs, sello: seal(documents.size) });
      if (documents.has(document.codigoGeneracion)) return 'known';
      if (refuse || refused.has(jws)) {
        refused.add(jws);
        return 'rejected';
      }
      if ([...documents.values()].some(({ numeroControl }) => numeroControl === document.numeroControl))
        violations.push(`number ${document.numeroControl} was stamped under two codes`);
      documents.set(document.codigoGeneracion, document);
      judge();
      return 'stamped';
    },
    invalidate({ jws, refuse, documentCode, eventCode }) {
      if (!jws.includes(documentCode)) violations.push(`the event ${eventCode} speaks of another document`);
      if (invalidated.has(documentCode)) return 'known';
      if (refuse || refused.has(jws) || !documents.has(documentCode)) {
        refused.add(jws);
        return 'rejected';
      }
      invalidated.set(documentCode, eventCode);
      judge();
      return 'stamped';
    },
  };
}

/** Forty characters, a different one for each document. */
export function seal(number: number): string {
  return `2026${String(number).padStart(36, 'A')}`;
}

/** What notes may take of a CCF: in all, of what is exempt, and of what is taxed. */
const AMOUNTS: readonly ((document: BookedDocument) => number)[] = [
  ({ totalCents }) => totalCents,
  ({ exemptCents }) => exemptCents,
  ({ totalCents, exemptCents }) => totalCents - exemptCents,
];

function contradictions(
  documents: ReadonlyMap<string, BookedDocument>,
  invalidated: ReadonlyMap<string, string>,
): readonly string[] {
  const all = [...documents.values()];
  return all
    .filter(({ ccf }) => ccf === null)
    .flatMap((sale) => {
      const code = sale.codigoGeneracion;
      const notes = all.filter((note) => note.ccf === code && !invalidated.has(note.codigoGeneracion));
      return [
        ...AMOUNTS.filter(
          (amountOf) => notes.reduce((all, note) => all + amountOf(note), 0) > amountOf(sale),
        ).map(() => `stamped notes take too much from a CCF of ${sale.totalCents} cents`),
        ...(invalidated.has(code) && notes.length > 0 ? ['a CCF is invalidated and has stamped notes'] : []),
      ];
    });
}

function readDocument(jws: string, seal: Pick<BookedDocument, 'sealedMs' | 'sello'>): BookedDocument {
  const payload: unknown = JSON.parse(jws.slice(jws.indexOf('{')));
  const { identificacion, resumen, documentoRelacionado } = isJson(payload) ? payload : {};
  if (!isJson(identificacion) || !isJson(resumen)) throw new Error(`no document: ${jws}`);
  const [related] = Array.isArray(documentoRelacionado) ? documentoRelacionado : [];
  return {
    ...seal,
    codigoGeneracion: String(identificacion['codigoGeneracion']),
    numeroControl: String(identificacion['numeroControl']),
    totalCents: Math.round(Number(resumen['montoTotalOperacion']) * 100),
    exemptCents: Math.round(Number(resumen['totalExenta']) * 100),
    ccf: isJson(related) ? String(related['numeroDocumento']) : null,
  };
}
