import { expect, it } from 'vitest';
import { expectError } from '../../../../test/support/response-headers.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

const house = sharedHouse({ certificate: 'none' });

/** Every address of the interface that reads a month. */
const ADDRESSES = [
  '/reports/f07/:month',
  '/reports/f07/:month/annexes/1',
  '/reports/f07/:month/closing',
  '/reports/f07/:month/difference',
  '/reports/f07/:month/reconciliation',
  '/reports/books/:month/contribuyentes',
  '/reports/books/:month/consumidores',
];

it.each(['9999-12', '0000-01', '2026-13'])(
  'has no month without neighbours in the calendar: %s',
  async (month) => {
    for (const address of ADDRESSES) {
      const answer = await house.company.get(address.replace(':month', month));
      expect([address, answer.status]).toEqual([address, 400]);
      expectError(answer, 400, 'invalid_request');
    }
  },
);
