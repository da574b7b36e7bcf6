import { expect, it } from 'vitest';
import { productionObstacle } from './production-obstacle.ts';

const SETTINGS = {
  testCompaniesOnly: false,
  haciendaProductionUrl: 'https://api.dtes.mh.gob.sv',
  masterKeyFile: '/keys/master',
  quarantineMs: 900_000,
};

it('is none where production is what the settings are made for', () => {
  expect(productionObstacle(SETTINGS)).toBeNull();
});

it.each([
  [{ testCompaniesOnly: true }, 'solo hay empresas de prueba'],
  [{ haciendaProductionUrl: 'http://127.0.0.1:9000' }, 'solo hay empresas de prueba'],
  [{ masterKeyFile: null }, 'SELLO_MASTER_KEY_FILE'],
  [{ quarantineMs: 899_999 }, 'SELLO_QUARANTINE_MINUTES'],
])('says why not: %j', (change, words) => {
  expect(productionObstacle({ ...SETTINGS, ...change })).toContain(words);
});
