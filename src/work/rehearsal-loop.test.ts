import { expect, it } from 'vitest';
import { exampleCompany } from '../../test/support/example-company.ts';
import { idOf } from '../../test/support/identifiers.ts';
import { handClock } from '../../test/support/issuing-bench.ts';
import { LOOKS_ALONE } from '../../test/support/looks.ts';
import { nothingBut } from '../../test/support/nothing-but.ts';
import { until } from '../../test/support/until.ts';
import { EMPTY_REPORT } from '../core/rehearsing/report.ts';
import type { HeldRehearsal, RehearsalStore } from '../operations/rehearsals/ports.ts';
import { startRehearsalLoop } from './rehearsal-loop.ts';

/** More companies than one look finds, of which all but the first and the last fail. */
const BAD = Array.from({ length: 25 }, (_, place) => `bad-${String(place).padStart(2, '0')}`);
const NAMES = ['a', ...BAD, 'c'];
const SLICES = 3;

it('takes a slice of each company in turn, lets nobody wait for one that fails, and stops when told to', async () => {
  const left = new Map(NAMES.map((name) => [name, SLICES]));
  const did: string[] = [];
  const warned: string[] = [];
  const rehearsals = nothingBut<RehearsalStore>({
    async take(companyId): Promise<HeldRehearsal> {
      if (companyId.startsWith('bad')) throw new Error('broken');
      const request = { ambiente: '00', generation: 'v2', since: null } as const;
      return { companyId, rehearsalId: idOf('r'), after: '', report: EMPTY_REPORT, fence: '1', ...request };
    },
    slice: async () => ({ documents: [], last: 'x' }),
    async keep({ companyId }) {
      did.push(companyId);
      left.set(companyId, (left.get(companyId) ?? 0) - 1);
    },
  });
  const loop = startRehearsalLoop({
    look: LOOKS_ALONE,
    limits: { pollMs: 1, rest: 0 },
    queue: {
      async due(total, after) {
        const due = NAMES.filter((name) => (left.get(name) ?? 0) > 0);
        const behind = due.filter((name) => after !== undefined && name > after);
        return [...behind, ...due.filter((name) => !behind.includes(name))].slice(0, total);
      },
    },
    context: {
      clock: handClock(),
      log: { warn: (event, { companyId }) => void warned.push(`${event} ${companyId}`) },
      companies: { company: async () => exampleCompany() },
      completions: { of: async () => null },
      rehearser: nothingBut({ close: async () => undefined }),
      rehearsals,
    },
  });
  await until(() => did.length === 2 * SLICES, 'all slices of the good ones');
  expect(did).toEqual(['a', 'c', 'a', 'c', 'a', 'c']);
  await until(() => warned.length > SLICES * BAD.length, 'the bad ones are tried again');
  expect(new Set(warned)).toEqual(new Set(BAD.map((name) => `rehearsal_failed ${name}`)));
  await loop.stop();
  const before = warned.length;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(warned).toHaveLength(before);
});
