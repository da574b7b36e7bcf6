import { expect, it } from 'vitest';
import { codeOf, controlNumberOf, idOf, sealOf } from '../../test/support/identifiers.ts';
import { FINDINGS_OF_ANSWER, reconciliationAnswer } from './reconciliation-answers.ts';

const FOUND = {
  reason: 'absent_there',
  documentId: idOf('uno'),
  tipoDte: '03',
  numeroControl: controlNumberOf('DTE-03-M001P001-000000000000001'),
  issuedMs: Date.UTC(2026, 10, 2, 3),
  codigoGeneracion: codeOf('uno'),
  selloHere: sealOf('A'),
  selloThere: null,
  foundMs: 0,
} as const;

it('says where to go on only where there may be more', () => {
  const found = Array.from({ length: FINDINGS_OF_ANSWER }, (_, index) => ({
    ...FOUND,
    findingId: String(index + 7),
  }));
  const none = { ended: null, open: null, changed: 0 };
  expect(reconciliationAnswer('2026-11', { ...none, findings: found.slice(1) }).next).toBe(null);
  const { next, findings } = reconciliationAnswer('2026-11', { ...none, findings: found });
  expect(next).toBe(String(FINDINGS_OF_ANSWER + 6));
  expect(findings[0]).toMatchObject({ list: 'only_here', issued_on: '2026-11-01', stamp_there: null });
});
