import { expect, it } from 'vitest';
import { declaredDocument } from '../../../../test/support/declared-document.ts';
import { INVALIDATED_DOCUMENTS, invalidatedLine } from './invalidated.ts';

const NOVEMBER = { period: { year: 2026, month: 11 }, notesAreNegative: false };

it('has the code with its hyphens, as the manual prints it, or without', () => {
  const document = declaredDocument();
  const cells = invalidatedLine(document, { codesWithoutHyphens: false });
  expect(cells).toEqual([
    'DTE01M001P001000000000000001',
    '4',
    '0',
    '0',
    '01',
    'D',
    document.selloRecibido,
    '0',
    '0',
    document.codigoGeneracion,
  ]);
  expect(INVALIDATED_DOCUMENTS.findingsOf(cells, NOVEMBER)).toEqual([]);
  const short = invalidatedLine(document, { codesWithoutHyphens: true });
  expect(short[9]).toBe(document.codigoGeneracion.replaceAll('-', ''));
  expect(INVALIDATED_DOCUMENTS.findingsOf(short, NOVEMBER)).toEqual([]);
});
