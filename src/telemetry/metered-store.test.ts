import { expect, it } from 'vitest';
import { readingStore } from '../../test/support/reading-store.ts';
import { formatNumeroControl } from '../core/identifiers/official.ts';
import type { HeldDocument, Lease } from '../operations/documents/ports.ts';
import { meteredStore } from './metered-store.ts';

const NUMBER = formatNumeroControl({ tipoDte: '01', segment: 'M001P001', correlative: 7n });

it('counts the numbers of another system, and those alone for which a document got another one', async () => {
  let taken = 0;
  const meter = {
    numberTaken() {
      taken += 1;
    },
  };
  const metered = meteredStore({ ...readingStore(), renumber: async () => null }, meter);
  const lease: Lease = JSON.parse('{}');
  expect(await metered.renumber(lease, NUMBER)).toBeNull();
  expect(taken).toBe(0);
  const document: HeldDocument = JSON.parse('{"tries":7}');
  const renumbering = meteredStore({ ...readingStore(), renumber: async () => document }, meter);
  expect(await renumbering.renumber(lease, NUMBER)).toBe(document);
  expect(taken).toBe(1);
});
