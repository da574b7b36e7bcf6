import { expect, it } from 'vitest';
import { declaredDocument } from '../../../test/support/declared-document.ts';
import { exampleClosing, NOVEMBER, readerOf } from '../../../test/support/declared-month.ts';
import { idOf } from '../../../test/support/identifiers.ts';
import { taxpayersLine } from '../../core/declaring/annexes/taxpayers.ts';
import { annexAmount } from '../../core/declaring/cents.ts';
import { NO_CLASS, NO_CLASSES } from '../../core/declaring/given-class.ts';
import { ZERO } from '../../core/money/decimal.ts';
import { USUAL_CRITERIA } from './criteria-words.ts';
import { differsFrom, keptDifference, monthDifference } from './month-difference.ts';

const MONTH = { companyId: 'c', ambiente: '00', period: NOVEMBER } as const;
const CRITERIA = { ...USUAL_CRITERIA, encoding: 'windows-1252', classes: NO_CLASSES } as const;
const CLOSING = exampleClosing({ criteria: CRITERIA });

const SALE = declaredDocument({
  tipoDte: '03',
  counterparty: { nombre: 'Peña', nit: '06141501901010' },
  amounts: { taxed: '10', vat: '1.3', total: '11.3' },
});
const TEXT = JSON.stringify({
  emisor: { codActividad: '62010' },
  receptor: { nit: '06141501901010', nombre: 'Peña' },
  resumen: { totalGravada: 10, tributos: [{ codigo: '20', valor: 1.3 }], montoTotalOperacion: 11.3 },
});
const LINE = `${taxpayersLine(SALE, { period: NOVEMBER, notesAreNegative: false }).join(';')}\r\n`;

/** A month of one CCF, and what was kept of it, byte by byte in pieces of their own. */
function partsWith(kept: string) {
  return {
    declarations: readerOf([{ ...SALE, text: TEXT }]),
    months: {
      async *pieces(_: string, _closing: string, name: string) {
        if (name === 'anexo01-2026-11.csv')
          for (const byte of Buffer.from(kept, 'latin1')) yield Buffer.of(byte);
      },
      touching: async () => [
        { documentId: idOf('d'), stamped: { ...SALE, text: TEXT }, event: 'invalidated' as const },
      ],
    },
  };
}

it('finds none in the same lines, wherever the pieces are cut', async () => {
  expect(await differsFrom(partsWith(LINE), CLOSING, MONTH)).toBe(false);
});

it('finds what is otherwise, by the criteria of the closing', async () => {
  const parts = partsWith(LINE.replace(';10.00;1.30;', ';20.00;2.60;'));
  expect(await differsFrom(parts, CLOSING, MONTH)).toBe(true);
  const { figures, annexes, documents } = await monthDifference(parts, CLOSING, MONTH);
  const [taxpayers] = annexes;
  expect([taxpayers?.changed, taxpayers?.rows[0]?.before?.[11], taxpayers?.rows[0]?.after?.[11]]).toEqual([
    1,
    '20.00',
    '10.00',
  ]);
  const moved = figures.filter(({ before, after }) => before !== after);
  expect(moved.map(({ box, before, after }) => [box, before, after])).toEqual([
    ['95', 2_000n, 1_000n],
    ['135', 260n, 130n],
    [null, 260n, 130n],
  ]);
  const [gone] = documents;
  expect(gone).toMatchObject({ name: 'Peña', event: 'invalidated', fecEmi: '2026-11-05', tipoDte: '03' });
  expect(annexAmount(gone?.effect ?? ZERO)).toBe('-11.30');
  const sale = { ...NO_CLASS, incomeType: 5 };
  const criteria = { ...CRITERIA, classes: { ...NO_CLASSES, sale } };
  expect(await differsFrom(partsWith(LINE), { ...CLOSING, criteria }, MONTH)).toBe(true);
});

it('finds what one kept version has otherwise than the one before', async () => {
  const files = new Map([
    ['one', LINE],
    ['two', LINE.replace(';10.00;1.30;', ';30.00;3.90;')],
  ]);
  const months = {
    async *pieces(_: string, closingId: string, name: string) {
      if (name === 'anexo01-2026-11.csv') yield Buffer.from(files.get(closingId) ?? '', 'latin1');
    },
  };
  const former = { ...CLOSING, closingId: 'one' };
  const closing = { ...CLOSING, closingId: 'two', version: 2 };
  const { figures, annexes, documents } = await keptDifference({ months }, { former, closing }, MONTH);
  const moved = figures.filter(({ before, after }) => before !== after);
  expect(moved.map(({ box, before, after }) => [box, before, after])).toEqual([
    ['95', 1_000n, 3_000n],
    ['135', 130n, 390n],
    [null, 130n, 390n],
  ]);
  expect([annexes[0]?.changed, annexes[0]?.rows[0]?.before?.[11], documents]).toEqual([1, '10.00', []]);
});
