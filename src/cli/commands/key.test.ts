import { describe, expect, it } from 'vitest';
import { runIn, runOn, withOffice } from '../../../test/support/command-line.ts';
import { standInKey, standInProgram } from '../../../test/support/stand-in-program.ts';
import type { RateLimits } from '../../operations/access/ports.ts';
import type { KeySummary } from '../../operations/companies/ports.ts';

const END_MS = Date.UTC(2026, 10, 21, 12, 0, 0, 7.5);

const listed = (...keys: readonly KeySummary[]) => runIn({ companies: ['00'], keys }, 'key list');

describe('the list of keys', () => {
  it.each<[Partial<KeySummary>, RegExp]>([
    [{}, /^k1 +empresa-0 +120 +5000 +never +live +Caja 1$/],
    [{ lastUsedMs: END_MS }, /^k1 .* 2026-11-21T\S+ +live +Caja 1$/],
    [{ revokedMs: END_MS }, /^k1 .* never +live until 2026-11-21T\S+ +Caja 1$/],
    [{ ambiente: '01' }, /^k1 .* never +refused: of environment 01, company in 00 +Caja 1$/],
    [{ ambiente: '01', revokedMs: END_MS, live: false }, /^k1 .* never +revoked 2026-11-21T\S+ +Caja 1$/],
    [{ revokedMs: END_MS, live: false }, /^k1 .* never +revoked 2026-11-21T\S+ +Caja 1$/],
  ])('says of %j how it stands', async (changes, line) => {
    const { text } = await listed(standInKey(changes));
    expect(text).toHaveLength(2);
    expect(text[1]).toMatch(line);
  });

  it('is the same for programs', async () => {
    expect((await listed(standInKey({ revokedMs: END_MS }))).json).toEqual({
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
    expect((await listed(standInKey({ ambiente: '01' }))).json).toMatchObject({
      keys: [{ environment: '01', company_environment: '00', live: false }],
    });
  });

  it('says what makes the first one', async () => {
    expect((await listed()).text).toEqual(['There is no API key yet: sello key create COMPANY makes one.']);
  });
});

describe('the limits of a key', () => {
  /** What the limits are changed to, of the key's own. */
  async function limited(options: string) {
    const asked: Partial<RateLimits>[] = [];
    const program = withOffice(standInProgram().program, ({ keys }) => ({
      keys: {
        ...keys,
        async setLimits(_, limits) {
          asked.push(limits);
          return { perMinute: 1, perHour: 2 };
        },
      },
    }));
    return { asked, ...(await runOn(program, `key limits k1${options}`)) };
  }

  it('are each typed by itself', async () => {
    const { asked, text } = await limited(' --per-hour 9');
    expect(asked).toEqual([{ perHour: 9 }]);
    expect(text).toEqual(['The key k1 may ask 1 times a minute and 2 times an hour.']);
    expect((await limited(' --per-minute 7')).asked).toEqual([{ perMinute: 7 }]);
    await expect(limited('')).rejects.toThrow('Give --per-minute, --per-hour or both.');
  });

  it.each(['0', '-1', '1.5', 'x', '10000001', ''])('are not %j', async (text) => {
    await expect(limited(` --per-minute=${text}`)).rejects.toThrow(
      `--per-minute must be a whole number from 1 to 10000000, not "${text}".`,
    );
  });
});

describe('the rotation of a key', () => {
  const rotating = (key: Partial<KeySummary>, options = '') =>
    runIn({ companies: ['00'], keys: [standInKey(key)] }, `key rotate k1${options}`);

  it.each<[string, Partial<KeySummary>, string]>([
    ['no such key', { keyId: 'k2' }, 'There is no live key "k1": sello key list shows the ids.'],
    ['a revoked key', { live: false }, 'There is no live key "k1": sello key list shows the ids.'],
    [
      'a key of the environment that its company has left',
      { ambiente: '01' },
      'The key is of environment 01 and its company is now in 00: sello key create empresa-0',
    ],
    [
      'a key that ends already',
      { revokedMs: Date.UTC(2026, 10, 20, 18, 0, 0, 7.5) },
      'The key has been rotated or revoked already and ends at 2026-11-20T12:00:00.007-06:00: sello key list shows the one that took its place, and sello key revoke k1 ends it now.',
    ],
  ])('refuses %s before it makes anything', async (_title, key, message) => {
    await expect(rotating(key)).rejects.toThrow(message);
  });

  it.each(['-1', '43201', '1.5', 'soon'])('knows no %s minutes', async (minutes) => {
    await expect(rotating({}, ` --revoke-in ${minutes}`)).rejects.toThrow(
      /--revoke-in must be a whole number from 0 to 43200/,
    );
  });
});
