import { describe, expect, it } from 'vitest';
import { nitOf } from '../../test/support/identifiers.ts';
import type { AuthorityAccount, SignIn } from '../operations/authority/ports.ts';
import type { MeteredCall } from '../operations/installation/metrics-ports.ts';
import { createSignInWatch } from './sign-in-watch.ts';

const ACCOUNT: AuthorityAccount = { companyId: 'c', ambiente: '00', nit: nitOf('06140101900018') };
const REFUSED: SignIn = { kind: 'refused', status: 401, code: '106' };

function watched() {
  const time = { nowMs: 0 };
  const calls: MeteredCall[] = [];
  const lines: (readonly unknown[])[] = [];
  const watch = createSignInWatch({
    meter: { call: (call) => void calls.push(call) },
    log: { warn: (...line) => void lines.push(line) },
    monotonic: () => time.nowMs,
  });
  return { time, calls, lines, watch };
}

describe('the sign-ins at the authority', () => {
  it('are counted as a service of their own', () => {
    const { watch, calls, lines } = watched();
    watch.ended(ACCOUNT, { kind: 'granted' }, 5);
    watch.ended(ACCOUNT, { kind: 'unanswered', reason: 'authentication: time-out' }, 8_000);
    expect(lines).toEqual([]);
    watch.ended(ACCOUNT, REFUSED, 7);
    expect(calls).toEqual([
      { service: 'auth', outcome: 'granted', durationMs: 5 },
      { service: 'auth', outcome: 'silent', durationMs: 8_000 },
      { service: 'auth', outcome: 'refused', durationMs: 7 },
    ]);
  });

  it('that are refused stand in the log with company, environment, status and code', () => {
    const { watch, lines } = watched();
    watch.ended(ACCOUNT, REFUSED, 1);
    watch.ended({ ...ACCOUNT, companyId: 'd' }, { kind: 'refused', status: 403, code: null }, 1);
    watch.tokenRefused({ ...ACCOUNT, ambiente: '01' });
    expect(lines).toEqual([
      [
        'authority_refused_credentials',
        { companyId: 'c', environment: '00', refused: 'sign-in', status: 401, code: '106' },
      ],
      [
        'authority_refused_credentials',
        { companyId: 'd', environment: '00', refused: 'sign-in', status: 403 },
      ],
      ['authority_refused_credentials', { companyId: 'c', environment: '01', refused: 'token', status: 401 }],
    ]);
  });

  it('are told of once a minute for each account, and counted each time', () => {
    const { watch, lines, calls, time } = watched();
    for (time.nowMs = 0; time.nowMs < 180_000; time.nowMs += 1_000) {
      watch.ended(ACCOUNT, REFUSED, 1);
      watch.tokenRefused(ACCOUNT);
    }
    expect(lines).toHaveLength(3);
    expect(calls).toHaveLength(180);
  });
});
