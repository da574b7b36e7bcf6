import { describe, expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { standInProgram, unlockedBy } from '../../../test/support/stand-in-program.ts';
import type { SignIn } from '../../operations/authority/ports.ts';
import type { Unlocked } from '../program.ts';
import { examineSignIns } from './examine-sign-ins.ts';

const REACHED = new Map([['00', 'https://hacienda.example.com']] as const);
const SETUP = { certificate: null, user: 'u', liveKeys: 0, hasSmtpPassword: false };
const COMPANY = { companyId: 'c', company: exampleCompany({ slug: 'espiga' }), setup: SETUP };

async function unlockedWith(signIn: Unlocked['signIn']): Promise<Unlocked> {
  const { program } = standInProgram();
  return {
    ...(await unlockedBy(program)),
    signIn,
  };
}

async function examined(answer: SignIn | null | Error, changes: Partial<typeof SETUP> | { user: null } = {}) {
  const asked: unknown[] = [];
  const unlocked = await unlockedWith(async (...question) => {
    asked.push(question);
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const company = { ...COMPANY, setup: { ...SETUP, ...changes } };
  return { asked, checks: await examineSignIns(unlocked, [company], REACHED) };
}

describe('examineSignIns', () => {
  it.each<[SignIn, string, string]>([
    [{ kind: 'granted' }, 'ok', 'Hacienda lets user u in'],
    [{ kind: 'refused', status: 403, code: null }, 'problem', 'Hacienda refuses user u (HTTP 403)'],
    [
      { kind: 'refused', status: 200, code: '103' },
      'problem',
      'Hacienda refuses user u (HTTP 200, code 103): the password has expired',
    ],
    [
      { kind: 'refused', status: 401, code: '111' },
      'problem',
      'Hacienda refuses user u (HTTP 401, code 111)',
    ],
    [
      { kind: 'unanswered', reason: 'authentication: time-out' },
      'warning',
      'Hacienda says nothing of user u (authentication: time-out)',
    ],
  ])('tells of %j: %s', async (answer, status, message) => {
    const { checks, asked } = await examined(answer);
    const advice = status === 'ok' ? null : expect.stringMatching(/\.$/);
    expect(checks).toEqual([{ name: 'espiga: sign-in', status, message, advice }]);
    expect(asked).toEqual([
      [
        { companyId: 'c', ambiente: '00' },
        'https://hacienda.example.com',
        { timeoutMs: expect.any(Number), onDate: expect.any(Function) },
      ],
    ]);
  });

  it.each([
    [0, 'ok', "is this machine's"],
    [-59, 'ok', "is -59 s ahead of this machine's"],
    [62, 'warning', "is 62 s ahead of this machine's"],
    [-62, 'warning', "is -62 s ahead of this machine's"],
  ])('tells once of a clock of Hacienda that is %i s ahead', async (seconds, status, message) => {
    const unlocked = await unlockedWith(async (_account, _url, { onDate }) => {
      onDate(Date.now() + seconds * 1_000 - 500);
      return { kind: 'granted' };
    });
    const checks = await examineSignIns(unlocked, [COMPANY, COMPANY], REACHED);
    expect(checks.map(({ name }) => name)).toEqual([
      'espiga: sign-in',
      'espiga: sign-in',
      "Hacienda's clock, environment 00",
    ]);
    expect(checks[2]).toMatchObject({ status, message });
  });

  it('tells of a password that does not open, and names it no other way', async () => {
    const { checks } = await examined(new Error('nothing to see'));
    expect(checks).toEqual([
      expect.objectContaining({
        status: 'problem',
        message: expect.stringContaining('user u cannot be used'),
      }),
    ]);
  });

  it('asks for nobody without credentials, and nobody that cannot be reached', async () => {
    expect(await examined({ kind: 'granted' }, { user: null })).toEqual({ asked: [], checks: [] });
    const unlocked = await unlockedWith(() => Promise.reject(new Error('not expected here')));
    expect(await examineSignIns(unlocked, [COMPANY], new Map())).toEqual([]);
  });
});
