import { expect, it } from 'vitest';
import { daySum, NEW_COMPANY } from '../../../test/support/day-sums.ts';
import { type AttentionParts, countAttention } from './attention.ts';

const NOW = Date.UTC(2026, 10, 24, 3);
it('counts documents by the sums of days, and troubles up to a limit', async () => {
  const asked: unknown[] = [];
  const parts: AttentionParts = {
    today: {
      async sums(_, span) {
        asked.push(span);
        const sums = [
          daySum({ state: 'rejected', documents: 2 }),
          daySum({ state: 'stamped', documents: 7 }),
          daySum({ state: 'contingency', documents: 4 }),
          daySum({ day: '2026-09-01', state: 'rejected', documents: 3 }),
        ];
        return { sums, gap: null };
      },
      standing: async () => NEW_COMPANY,
    },
    attention: {
      troubles: async () => [],
      async counts(_, query) {
        asked.push(query);
        return { mail: 1, put_aside: 0, invalidation_rejected: 6 };
      },
    },
    clock: { now: () => NOW },
  };
  expect(await countAttention(parts, { companyId: 'c', ambiente: '00' })).toEqual({
    counts: { rejected: 5, contingency: 4, mail: 1, put_aside: 0, invalidation_rejected: 6 },
    standing: NEW_COMPANY,
  });
  expect(asked[0]).toEqual({ ambiente: '00', firstDay: '2026-08-26', lastDay: '2026-11-23' });
  expect(asked[1]).toEqual({ ambiente: '00', sinceMs: NOW - 90 * 86_400_000, limit: 100 });
});
