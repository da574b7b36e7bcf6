import { expect, it } from 'vitest';
import { EXPORT_WRITER } from './export-writer.ts';

it('a table begins with the mark of UTF-8 and holds every row', async () => {
  async function* rows(): AsyncGenerator<readonly string[]> {
    for (let row = 0; row < 1_000; row += 1) yield [String(row)];
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of EXPORT_WRITER.csv(rows())) pieces.push(piece);
  const text = Buffer.concat(pieces).toString('utf8');
  expect(pieces.length).toBeGreaterThan(4);
  expect(text).toBe(`\uFEFF${Array.from({ length: 1_000 }, (_, row) => `${row}\r\n`).join('')}`);
});
