import { BYTE_ORDER_MARK, csvLine } from '../core/csv/csv.ts';
import type { Cell } from '../operations/listings/ports.ts';

/** Lines that are written at a time. */
const LINES = 200;

export async function* csvOf(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<Uint8Array> {
  let lines = [BYTE_ORDER_MARK];
  for await (const cells of rows) {
    lines.push(csvLine(cells));
    if (lines.length < LINES) continue;
    yield Buffer.from(lines.join(''));
    lines = [];
  }
  yield Buffer.from(lines.join(''));
}
