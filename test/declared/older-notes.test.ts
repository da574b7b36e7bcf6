// Notes of v1 that were issued when their total had neither what was perceived nor what was retained are declared like those of today.
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readDeclared } from '../../src/core/declaring/declared-document.ts';
import { NO_CLASSES } from '../../src/core/declaring/given-class.ts';
import { declaredDocument } from '../support/declared-document.ts';
import { draftPool, type GeneratedMonth, generateMonth } from './generated-months.ts';
import { productOf } from './product.ts';

const SEED = Number(process.env['TEST_SEED'] ?? 20_261_101);
const IS_LONG = process.env['SELLO_LONG'] === '1';
const MONTHS = IS_LONG ? 2000 : 100;
const DRAFTS_A_KIND = IS_LONG ? 200 : 40;
const TIMEOUT_MS = 900_000;

const centsIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].reduce((sum, [, digits]) => sum + Math.round(Number(digits) * 100), 0);

/** A note with its subtotal and its VAT alone as the whole of its operation. */
function asBefore(text: string): string {
  if (!text.includes('"ivaRete1"')) return text;
  const gross = centsIn(text, /"(?:subTotal|valor)":([0-9.]+)/g);
  return text.replace(/"montoTotalOperacion":[0-9.]+/, `"montoTotalOperacion":${gross / 100}`);
}

function withOlderNotes(month: GeneratedMonth): GeneratedMonth {
  const documents = month.documents.map((one) =>
    one.record.type === '05' ? { ...one, draft: { ...one.draft, text: asBefore(one.draft.text) } } : one,
  );
  return { ...month, documents };
}

it(
  `are in the annexes and the books of ${MONTHS} months to the cent, and in what happens to them later`,
  async () => {
    const product = await productOf(fileURLToPath(new URL('../..', import.meta.url)));
    const pool = draftPool(SEED, DRAFTS_A_KIND);
    const older = pool.filter(
      ({ kind, draft }) => kind.tipoDte === '05' && asBefore(draft.text) !== draft.text,
    );
    expect(older.length).toBeGreaterThan(DRAFTS_A_KIND / 10);
    const facts = declaredDocument({ tipoDte: '05' });
    for (const { draft } of older)
      expect(readDeclared(facts, asBefore(draft.text), NO_CLASSES)).toEqual(
        readDeclared(facts, draft.text, NO_CLASSES),
      );
    for (let seed = SEED; seed < SEED + MONTHS; seed += 1) {
      const month = generateMonth(seed, pool);
      const before = withOlderNotes(month);
      expect(await product.filesOf(before), `seed ${seed}`).toEqual(await product.filesOf(month));
      expect(await product.booksOf(before), `seed ${seed}`).toEqual(await product.booksOf(month));
    }
  },
  TIMEOUT_MS,
);
