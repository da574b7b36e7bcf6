import { isRecord, textIn, textsIn } from '../exact/json.ts';
import type { Journal } from './journal.ts';
import { type Judged, readJudged } from './submission.ts';

/** Up to a hundred documents that arrived in one call and are judged later. */
export interface Lote {
  readonly codigoLote: string;
  readonly nit: string;
  readonly ambiente: string;
  /** The sender's own name for the call. */
  readonly idEnvio: string;
  readonly version: number;
  /** ISO 8601 in UTC. */
  readonly receivedAt: string;
  /** How many documents it has. */
  readonly size: number;
}

/** A lote with the verdicts that there are so far, in the order of its documents. */
export interface LoteProgress extends Lote {
  readonly judged: readonly Judgement[];
}

/** The verdict on one document of a lote. */
export type Judgement = Pick<Judged, 'type' | 'codigoGeneracion' | 'sha256' | 'verdict'> & {
  readonly index: number;
};

/** A document of a lote that has no verdict yet. */
export interface Waiting {
  readonly index: number;
  readonly documento: string;
}

/** The lotes that the authority received. Both they and their verdicts survive a crash. */
export interface Lotes {
  /** Keeps a lote with its signed documents; resolves when it has reached the disk. */
  readonly keep: (lote: Lote, documentos: readonly string[]) => Promise<void>;
  /** Takes note of a verdict that the ledger keeps; nothing where the document came in no lote. */
  readonly settle: (judged: Judged) => void;
  readonly find: (codigoLote: string) => LoteProgress | null;
  readonly waiting: (codigoLote: string) => readonly Waiting[];
  /** Oldest first. */
  readonly all: () => readonly LoteProgress[];
}

/** The part that is rebuilt from the state file, entry by entry. */
export interface LotesMemory {
  readonly replay: (entry: unknown) => void;
  readonly openOn: (journal: Journal) => Lotes;
}

interface Sheet {
  readonly lote: Lote;
  readonly waiting: Map<number, string>;
  readonly judged: Map<number, Judgement>;
}

export function createLotesMemory(): LotesMemory {
  const sheets = new Map<string, Sheet>();
  const enter = (lote: Lote, documentos: readonly string[]) => {
    sheets.set(lote.codigoLote, { lote, waiting: new Map(documentos.entries()), judged: new Map() });
  };
  const settle = ({ lote, type, codigoGeneracion, sha256, verdict }: Judged) => {
    const sheet = lote === undefined ? undefined : sheets.get(lote.codigoLote);
    if (sheet === undefined || lote === undefined) return;
    sheet.waiting.delete(lote.index);
    sheet.judged.set(lote.index, { type, codigoGeneracion, sha256, verdict, index: lote.index });
  };
  return {
    replay: (entry) => {
      const judged = readJudged(entry);
      if (judged !== null) settle(judged);
      else if (isLoteEntry(entry)) enter(loteOf(entry), textsIn(entry, 'documentos'));
    },
    openOn: (journal) => ({
      keep: (lote, documentos) => {
        enter(lote, documentos);
        return journal.append({ type: 'lote', ...lote, documentos }).durable;
      },
      settle,
      find: (codigoLote) => progressOf(sheets.get(codigoLote)),
      waiting: (codigoLote) =>
        [...(sheets.get(codigoLote)?.waiting ?? [])].map(([index, documento]) => ({ index, documento })),
      all: () => [...sheets.values()].map(progressOfSheet),
    }),
  };
}

function progressOf(sheet: Sheet | undefined): LoteProgress | null {
  return sheet === undefined ? null : progressOfSheet(sheet);
}

function progressOfSheet({ lote, judged }: Sheet): LoteProgress {
  return { ...lote, judged: [...judged.values()].sort((a, b) => a.index - b.index) };
}

type LoteEntry = Lote & Readonly<Record<string, unknown>>;

function isLoteEntry(entry: unknown): entry is LoteEntry {
  if (!isRecord(entry) || entry['type'] !== 'lote') return false;
  const texts = ['codigoLote', 'nit', 'ambiente', 'idEnvio', 'receivedAt'];
  const numbers = ['version', 'size'];
  return (
    texts.every((key) => textIn(entry, key) !== null) &&
    numbers.every((key) => typeof entry[key] === 'number')
  );
}

function loteOf({ codigoLote, nit, ambiente, idEnvio, version, receivedAt, size }: LoteEntry): Lote {
  return { codigoLote, nit, ambiente, idEnvio, version, receivedAt, size };
}
