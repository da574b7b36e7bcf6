import { expect, it } from 'vitest';
import type { DaySum } from '../today/ports.ts';
import { ATTENTION_KINDS, type AttentionParts, countAttention, isAttentionKind } from './count-attention.ts';

const NOW = Date.UTC(2026, 10, 24, 3);
const SUM: Omit<DaySum, 'state' | 'documents'> = {
  day: '2026-11-23',
  tipoDte: '01',
  isInvalidated: false,
  isByNote: false,
  taxable: 0n,
  vat: 0n,
  gross: 0n,
  retention: 0n,
  total: 0n,
};

it('counts documents by the sums of days, and troubles up to a limit', async () => {
  const asked: unknown[] = [];
  const standing = {
    lastStampMs: null,
    waiting: { documents: 0, isAtLeast: false, sinceMs: null },
    clocks: [],
    certificate: null,
    hasCredentials: false,
  };
  const parts: AttentionParts = {
    today: {
      async sums(_, span) {
        asked.push(span);
        const sums = [
          { ...SUM, state: 'rejected', documents: 2 } as const,
          { ...SUM, state: 'stamped', documents: 7 } as const,
          { ...SUM, state: 'contingency', documents: 4 } as const,
          { ...SUM, day: '2026-09-01', state: 'rejected', documents: 3 } as const,
        ];
        return { sums, gap: null };
      },
      standing: async () => standing,
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
    standing,
  });
  expect(asked[0]).toEqual({ ambiente: '00', firstDay: '2026-08-26', lastDay: '2026-11-23' });
  expect(asked[1]).toEqual({ ambiente: '00', sinceMs: NOW - 90 * 86_400_000, limit: 100 });
});

it('knows its kinds', () => {
  expect(ATTENTION_KINDS.every(isAttentionKind)).toBe(true);
  expect(isAttentionKind('stamped')).toBe(false);
});
