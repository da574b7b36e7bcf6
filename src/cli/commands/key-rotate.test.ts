import { describe, expect, it } from 'vitest';
import { slugOf } from '../../../test/support/identifiers.ts';
import { standInProgram } from '../../../test/support/stand-in-program.ts';
import type { KeySummary } from '../../operations/companies/ports.ts';
import { keyRotate } from './key-rotate.ts';

const KEY: KeySummary = {
  keyId: 'k1',
  companyId: 'c0',
  pepper: 1,
  slug: slugOf('empresa-0'),
  name: 'Caja 1',
  ambiente: '00',
  limits: { perMinute: 120, perHour: 5000 },
  createdMs: 0,
  lastUsedMs: null,
  revokedMs: null,
  live: true,
};

function rotating(key: Partial<KeySummary>, revokeIn?: string) {
  const { program } = standInProgram({ folder: '/nowhere', companies: ['00'], keys: [{ ...KEY, ...key }] });
  const options = new Map(revokeIn === undefined ? [] : [['revoke-in', revokeIn] as const]);
  return keyRotate.run(
    { command: keyRotate, places: ['k1'], options, json: false },
    {
      settings: () => program.settings,
      program: () => program,
      createMasterKey: program.createMasterKey,
      say: () => undefined,
      event: () => undefined,
    },
  );
}

describe('the rotation of a key', () => {
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
    await expect(rotating({}, minutes)).rejects.toThrow(/--revoke-in must be a whole number from 0 to 43200/);
  });
});
