import { describe, expect, it } from 'vitest';
import { codeOf, nitOf } from '../../test/support/identifiers.ts';
import type { Told } from './messages.ts';
import { createToldBreaker } from './told-breaker.ts';

const ACCOUNT = { companyId: 'c1', ambiente: '00', nit: nitOf('06140101900018') } as const;
const OTHER = { ...ACCOUNT, ambiente: '01' } as const;

describe('the breaker as the thread sees it', () => {
  it('is open for those accounts of which it was told so last', () => {
    const breaker = createToldBreaker(() => undefined);
    expect(breaker.isOpen(ACCOUNT)).toBe(false);
    breaker.follow(ACCOUNT, { isOpen: true, cause: 'sign_in_refused' });
    expect([breaker.isOpen(ACCOUNT), breaker.isOpen(OTHER)]).toEqual([true, false]);
    expect([breaker.causeOf(ACCOUNT), breaker.causeOf(OTHER)]).toEqual(['sign_in_refused', undefined]);
    breaker.follow(ACCOUNT, { isOpen: false, cause: undefined });
    expect([breaker.isOpen(ACCOUNT), breaker.causeOf(ACCOUNT)]).toEqual([false, undefined]);
  });

  it('passes on the end of every call, and probes nobody', () => {
    const told: Told[] = [];
    const breaker = createToldBreaker((one) => void told.push(one));
    const query = {
      account: ACCOUNT,
      tipoDte: '01',
      generation: 'v2',
      codigoGeneracion: codeOf('A'),
    } as const;
    breaker.note(query, false, undefined);
    breaker.note(query, true);
    expect(told).toEqual([
      { kind: 'circuit', query, answered: false, cause: undefined },
      { kind: 'circuit', query, answered: true, cause: undefined },
    ]);
    expect(breaker.isOpen(ACCOUNT)).toBe(false);
    expect([breaker.dueProbes(), breaker.offline(), breaker.returned()]).toEqual([[], [], []]);
  });
});
