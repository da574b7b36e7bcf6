import { expect, it } from 'vitest';
import { TIPOS_DTE } from './tipo-dte.ts';
import { versionOf } from './version.ts';

it('is that of the official schema of each type and generation', () => {
  expect(TIPOS_DTE.map((tipo) => `${tipo} ${versionOf(tipo, 'v1')} ${versionOf(tipo, 'v2')}`)).toEqual([
    '01 1 2',
    '03 3 4',
    '05 3 4',
    '11 1 3',
    '14 1 2',
  ]);
});
