import { expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { idOf } from '../../../test/support/identifiers.ts';
import type { SchemaGeneration } from '../../core/dte/kinds.ts';
import { EMPTY_REPORT } from '../../core/rehearsing/report.ts';
import { unfitChange } from './unfit-change.ts';

const IMPOSSIBLE = { fit: 0, repaired: 0, impossible: 3 };
const ALL = { '01': 'v1', '03': 'v1', '05': 'v1', '11': 'v1', '14': 'v1' };

/** The company as it is stored, with a rehearsal in v2 that found three documents of type 11 impossible. */
function partsWith(stored: unknown) {
  return {
    companies: {
      bySlug: async () =>
        stored === null ? null : { companyId: 'c', company: exampleCompany({ schema_generation: stored }) },
    },
    rehearsals: {
      latest: async (_: string, generation: SchemaGeneration) =>
        generation === 'v1'
          ? null
          : {
              rehearsalId: idOf('r'),
              ambiente: '00' as const,
              generation,
              since: null,
              state: 'done' as const,
              progress: 1,
              requestedMs: 0,
              finishedMs: 1,
              report: { ...EMPTY_REPORT, byType: { ...EMPTY_REPORT.byType, '11': IMPOSSIBLE } },
            },
    },
  };
}

it.each<readonly [string, unknown, unknown, number | null]>([
  ['a type with impossible documents', 'v1', 'v2', 3],
  [
    'the same at a later date',
    'v1',
    { ...ALL, '11': [{ generation: 'v1' }, { generation: 'v2', from: '2026-12-01T00:00:00-06:00' }] },
    3,
  ],
  ['another type', ALL, { ...ALL, '01': 'v2' }, null],
  ['a type that has changed already', { ...ALL, '11': 'v2' }, 'v2', null],
  ['a change back, which nobody rehearsed', 'v2', 'v1', null],
  ['a new company', null, 'v2', null],
])('counts what hinders a change of %s', async (_, stored, generation, documents) => {
  const unfit = await unfitChange(partsWith(stored), exampleCompany({ schema_generation: generation }));
  expect(unfit).toEqual(documents === null ? null : { generation: 'v2', documents });
});
