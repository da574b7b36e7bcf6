import { describe, expect, it } from 'vitest';
import { sheetOfCase } from '../../../test/support/example-sheet.ts';
import { recordingPen } from '../../../test/support/recording-pen.ts';
import type { Sheet, Standing } from '../content/sheet.ts';
import { drawBands, heightOfBands, ONE_BAND } from './bands.ts';
import { PAGE } from './geometry.ts';

const SHEET = sheetOfCase('03-credito-fiscal-v2/01-hardware-on-30-days-credit');
const ADJUSTED: Standing = {
  kind: 'adjusted',
  heading: 'AJUSTADO POR COMPLETO',
  detail: 'con la nota de crédito DTE-05-M001P001-000000000000007',
};
const LONG: Standing = { ...ADJUSTED, detail: `con las notas de crédito ${'DTE-05-M001P001 '.repeat(12)}` };

function bandsOf(sheet: Sheet, isFirst = true) {
  const pen = recordingPen();
  pen.addPage(PAGE);
  drawBands(pen, sheet, isFirst);
  return pen.pages.flatMap(({ strokes }) => strokes);
}

describe('the bands of a page', () => {
  it('say in one line each that it is a test and how the document stands', () => {
    const strokes = bandsOf({ ...SHEET, mark: ADJUSTED });
    expect(strokes.map(({ text }) => text)).toEqual([
      'AMBIENTE DE PRUEBAS - SIN VALIDEZ FISCAL',
      ADJUSTED.heading,
      ADJUSTED.detail,
    ]);
    expect(strokes[1]?.y).toBe(strokes[2]?.y);
    expect((strokes[1]?.left ?? 0) + (strokes[2]?.right ?? 0)).toBeCloseTo(PAGE.width, 6);
    expect(heightOfBands({ ...SHEET, mark: ADJUSTED })).toBe(2 * ONE_BAND);
  });

  it('set under its heading what is too long to stand beside it', () => {
    const strokes = bandsOf({ ...SHEET, isTest: false, mark: LONG });
    expect(new Set(strokes.map(({ y }) => y)).size).toBe(strokes.length);
    for (const { left, right } of strokes) {
      expect(left).toBeGreaterThanOrEqual(PAGE.left);
      expect(right).toBeLessThanOrEqual(PAGE.right);
    }
    expect(heightOfBands({ ...SHEET, isTest: false, mark: LONG })).toBeGreaterThan(ONE_BAND);
  });

  it('are not there for what is simply valid, and are read aloud once', () => {
    expect(bandsOf({ ...SHEET, isTest: false })).toEqual([]);
    expect(heightOfBands({ ...SHEET, isTest: false })).toBe(0);
    expect(bandsOf(SHEET).map(({ tag }) => tag)).toEqual(['P']);
    expect(bandsOf(SHEET, false).map(({ tag }) => tag)).toEqual([null]);
  });
});
