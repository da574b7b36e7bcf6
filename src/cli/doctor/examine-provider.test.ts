import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { standInProgram } from '../../../test/support/stand-in-program.ts';
import { examineProvider } from './examine-provider.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'provider-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const OIDC = {
  SELLO_OIDC_ISSUER: 'https://cuentas.example.com',
  SELLO_OIDC_CLIENT_ID: 'sello',
  SELLO_OIDC_CLIENT_SECRET: 'secreto',
  SELLO_OIDC_NAME: 'Cuentas',
  SELLO_CONSOLE_URL: 'https://sello.example.com',
};

it('has nothing to say where no provider is set', async () => {
  expect(await examineProvider(standInProgram({ folder }).program)).toEqual([]);
});

it.each([
  [null, 'ok', 'Cuentas, https://cuentas.example.com, says what it is'],
  ['ECONNREFUSED.', 'warning', 'Cuentas, https://cuentas.example.com, does not: ECONNREFUSED'],
] as const)('tells whether it answers (%s)', async (silence, status, message) => {
  const { program } = standInProgram({ folder, environment: OIDC, providerSilence: silence });
  const [check] = await examineProvider(program);
  expect([check?.status, check?.message]).toEqual([status, message]);
  expect(JSON.stringify(check)).not.toContain('secreto');
});
