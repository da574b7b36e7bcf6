import type { BookRow, PageHead, PrintedSheet, SheetPress } from '../../operations/listings/ports.ts';
import { askPrinter, startPrinter } from '../printer.ts';
import type { PageMessage } from './draw-messages.ts';

export interface SheetLimits {
  /** For the rows that the process is given at a time, and for its start. */
  readonly timeoutMs: number;
  /** The most that the heap of the process may hold, in megabytes. */
  readonly heapMb: number;
}

/** A machine without a minute to spare for seven pages has none for whoever reads them either: the answer would be cut off. */
export const SHEET_LIMITS: SheetLimits = { timeoutMs: 60_000, heapMb: 512 };

/** Rows that the process is given at a time: some seven pages. */
const ROWS = 200;
const PROGRAM = new URL('./page-process.ts', import.meta.url);

/** Prints each book in a process of its own, at a lower priority, which ends with it. */
export function createSheetPress(limits: SheetLimits = SHEET_LIMITS): SheetPress {
  return {
    async *print(head, sheets) {
      const child = startPrinter(PROGRAM, limits.heapMb);
      try {
        let drawing: Promise<Uint8Array> | null = null;
        // While some rows are drawn the next ones are read.
        for await (const message of messagesOf(head, sheets)) {
          if (drawing !== null) yield* unlessEmpty(await drawing);
          drawing = askPrinter(child, message, limits.timeoutMs);
        }
        if (drawing !== null) yield* unlessEmpty(await drawing);
      } finally {
        await child.kill();
      }
    },
  };
}

function unlessEmpty(bytes: Uint8Array): readonly Uint8Array[] {
  return bytes.length > 0 ? [bytes] : [];
}

/** The messages in their order; the rows are read when they are asked for. */
async function* messagesOf(head: PageHead, sheets: readonly PrintedSheet[]): AsyncGenerator<PageMessage> {
  yield { kind: 'open', head };
  for (const sheet of sheets) {
    const { name, columns, remark, whenEmpty, carries, isSigned } = sheet;
    yield { kind: 'sheet', frame: { name, columns, remark, whenEmpty, carries, isSigned } };
    let rows: BookRow[] = [];
    for await (const row of sheet.rows) {
      if (rows.push(row) < ROWS) continue;
      yield { kind: 'rows', rows };
      rows = [];
    }
    if (rows.length > 0) yield { kind: 'rows', rows };
    yield { kind: 'foot', rows: sheet.foot() };
  }
  yield { kind: 'close' };
}
