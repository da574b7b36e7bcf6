import { describe, expect, it } from 'vitest';
import { slugOf } from '../../../test/support/identifiers.ts';
import { standInProgram } from '../../../test/support/stand-in-program.ts';
import type { KeySummary } from '../../operations/companies/ports.ts';
import { keyList } from './key-list.ts';

const KEY: KeySummary = {
  keyId: 'k1',
  companyId: 'c0',
  pepper: 1,
  slug: slugOf('empresa-0'),
  name: 'Caja 1',
  ambiente: '00',
  limits: { perMinute: 120, perHour: 5000 },
  createdMs: Date.UTC(2026, 10, 20, 12),
  lastUsedMs: null,
  revokedMs: null,
  live: true,
};
const END_MS = Date.UTC(2026, 10, 21, 12, 0, 0, 7.5);

async function listed(...keys: readonly KeySummary[]) {
  const { program } = standInProgram({ folder: '/nowhere', companies: ['00'], keys });
  const invocation = { command: keyList, places: [], options: new Map(), json: false };
  return keyList.run(invocation, {
    settings: () => program.settings,
    program: () => program,
    createMasterKey: program.createMasterKey,
    say: () => undefined,
    event: () => undefined,
  });
}

describe('the list of keys', () => {
  it.each<[Partial<KeySummary>, RegExp]>([
    [{}, /^k1 +empresa-0 +120 +5000 +never +live +Caja 1$/],
    [{ lastUsedMs: END_MS }, /^k1 .* 2026-11-21T\S+ +live +Caja 1$/],
    [{ revokedMs: END_MS }, /^k1 .* never +live until 2026-11-21T\S+ +Caja 1$/],
    [{ ambiente: '01' }, /^k1 .* never +refused: of environment 01, company in 00 +Caja 1$/],
    [{ ambiente: '01', revokedMs: END_MS, live: false }, /^k1 .* never +revoked 2026-11-21T\S+ +Caja 1$/],
    [{ revokedMs: END_MS, live: false }, /^k1 .* never +revoked 2026-11-21T\S+ +Caja 1$/],
  ])('says of %j how it stands', async (changes, line) => {
    const { text } = await listed({ ...KEY, ...changes });
    expect(text).toHaveLength(2);
    expect(text[1]).toMatch(line);
  });

  it('is the same for programs', async () => {
    expect((await listed({ ...KEY, revokedMs: END_MS })).json).toEqual({
      keys: [
        {
          id: 'k1',
          company: 'empresa-0',
          name: 'Caja 1',
          environment: '00',
          live: true,
          company_environment: '00',
          per_minute: 120,
          per_hour: 5000,
          last_used_at: null,
          created_at: expect.stringMatching(/^2026-11-20T/),
          revoked_at: expect.stringMatching(/^2026-11-21T/),
        },
      ],
    });
  });

  it('shows no key as live that its company has left behind', async () => {
    expect((await listed({ ...KEY, ambiente: '01' })).json).toMatchObject({
      keys: [{ environment: '01', company_environment: '00', live: false }],
    });
  });

  it('says what makes the first one', async () => {
    expect((await listed()).text).toEqual(['There is no API key yet: sello key create COMPANY makes one.']);
  });
});
