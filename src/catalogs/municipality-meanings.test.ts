import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { municipality } from './departments.ts';
import { cabanasSwap, municipalityNameOn } from './municipality-meanings.ts';

const changes = new URL('../../../shared/catalogs/catalog_changes.json', import.meta.url);

describe('the swap of the two municipalities of Cabañas', () => {
  it('agrees with the catalog in force', () => {
    expect(municipality('09', '10')?.name).toBe(cabanasSwap.since['10']);
    expect(municipality('09', '11')?.name).toBe(cabanasSwap.since['11']);
  });

  it.skipIf(!existsSync(changes))('agrees with the record of changes in ../shared', () => {
    const record = readFileSync(changes, 'utf8');
    expect(record).toContain('10/11 of department 09 SWAPPED (10 = Cabañas Este, 11 = Cabañas Oeste');
    expect(record).toContain('before 01-07-2026 the reverse');
  });
});

describe('municipalityNameOn', () => {
  it.for<readonly [string, string, string, string]>([
    ['09', '10', '2026-06-30', 'Cabañas Oeste'],
    ['09', '11', '2026-06-30', 'Cabañas Este'],
    ['09', '10', '2026-07-01', 'Cabañas Este'],
    ['09', '11', '2026-07-01', 'Cabañas Oeste'],
    ['06', '23', '2026-06-30', 'San Salvador Centro'],
    ['04', '35', '2026-06-30', 'Chalatenango Centro'],
    ['00', '00', '2026-06-30', 'Otro (Para extranjeros)'],
  ])('calls %s/%s on %s %s', ([departmentCode, shortCode, date, name]) => {
    expect(municipalityNameOn({ departmentCode, shortCode }, date)).toBe(name);
  });

  it('is null for what does not exist', () => {
    expect(municipalityNameOn({ departmentCode: '09', shortCode: '12' }, '2026-01-01')).toBeNull();
    expect(municipalityNameOn({ departmentCode: '06', shortCode: '14' }, '2026-01-01')).toBeNull();
  });
});
