import { expect, it } from 'vitest';
import { idOf, numeroOf } from '../../test/support/identifiers.ts';
import { EMPTY_REPORT, withFindings } from '../core/rehearsing/report.ts';
import { isOf } from '../schema/check.ts';
import { RehearsalSchema, rehearsalAnswer } from './rehearsal-answers.ts';

const CHANGE_MS = Date.UTC(2026, 11, 1, 6);
const GUESSED = {
  kind: 'repaired',
  code: 'district_of_issuer',
  field: 'customer.district',
  message: 'm',
} as const;

it('tells a rehearsal by the names of the interface, and only the types that there are', () => {
  const report = withFindings(EMPTY_REPORT, [
    { document: { tipoDte: '14', numeroControl: numeroOf(1, '14') }, causes: [GUESSED], incomplete: [] },
  ]);
  const answer = rehearsalAnswer({
    rehearsal: {
      rehearsalId: idOf('r'),
      ambiente: '00',
      generation: 'v2',
      since: '2026-11-01',
      state: 'running',
      progress: 0.123456,
      requestedMs: Date.UTC(2026, 10, 23, 16),
      finishedMs: null,
      report,
    },
    incomplete: [{ of: { by: 'identity', name: '1' }, title: 'Ana', gaps: ['district'], documents: 1 }],
    events: {
      generation: 'v1',
      contingencia: 3,
      invalidacion: 2,
      next: { generation: 'v2', fromMs: CHANGE_MS },
    },
  });
  expect(isOf(RehearsalSchema, answer)).toBe(true);
  expect(answer).toEqual({
    rehearsal_id: idOf('r'),
    state: 'running',
    generation: 'v2',
    since: '2026-11-01',
    progress: 0.123,
    requested_at: '2026-11-23T10:00:00-06:00',
    finished_at: null,
    documents: { fit: 0, repaired: 1, impossible: 0 },
    by_type: [{ doc_type: '14', fit: 0, repaired: 1, impossible: 0 }],
    causes: [{ ...GUESSED, documents: 1, doc_types: ['14'], examples: ['DTE-14-M001P001-000000000000001'] }],
    incomplete: [{ known_by: 'identity', name: '1', title: 'Ana', missing: ['district'], documents: 1 }],
    events: {
      generation: 'v1',
      contingency_version: 3,
      invalidation_version: 2,
      next_generation: 'v2',
      changes_at: '2026-12-01T00:00:00-06:00',
      message: expect.stringContaining('la entrada events de schema_generation'),
    },
  });
});
