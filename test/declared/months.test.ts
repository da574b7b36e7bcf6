import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { draftPool, generateMonth } from './generated-months.ts';
import { judgeMonth } from './judge-month.ts';
import { productOf } from './product.ts';

/** Every failure prints the seed of its month; the same seed makes the same month. */
const SEED = Number(process.env['TEST_SEED'] ?? 20_261_101);
const IS_LONG = process.env['SELLO_LONG'] === '1';
const MONTHS = IS_LONG ? 2000 : 50;
const DRAFTS_A_KIND = IS_LONG ? 200 : 40;
const TIMEOUT_MS = 900_000;

describe('the files of generated months', () => {
  it(
    'say what a test wrote down of each document, as the manual wants it',
    async () => {
      const product = await productOf(fileURLToPath(new URL('../..', import.meta.url)));
      const pool = draftPool(SEED, DRAFTS_A_KIND);
      for (let seed = SEED; seed < SEED + MONTHS; seed += 1) {
        const generated = generateMonth(seed, pool);
        const files = await product.filesOf(generated);
        const records = generated.documents.map(({ record }) => record);
        for (const [file, bytes] of files) {
          const { portal, manual } = product.findingsOf(file, bytes, generated);
          const others = manual.filter((message) => !message.includes('revise: fila negativa'));
          expect([portal, others], `seed ${seed}, ${file}`).toEqual([[], []]);
        }
        expect(judgeMonth(files, records, generated), `seed ${seed}, ${generated.month}`).toEqual([]);
      }
    },
    TIMEOUT_MS,
  );
});
