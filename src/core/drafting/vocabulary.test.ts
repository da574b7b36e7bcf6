import { describe, expect, it } from 'vitest';
import { catalogEntry } from '../../catalogs/official-catalogs.ts';
import { CAT_017 } from './vocabulary.ts';

describe('CAT_017', () => {
  it('translates every payment code of specification 2.6, and no other', () => {
    expect(Object.fromEntries(CAT_017)).toEqual({
      '01': '01',
      '02': '02',
      '03': '03',
      '04': '04',
      '05': '05',
      '08': '08',
      '09': '09',
      '10': '99',
      '11': '99',
      '12': '99',
      '13': '99',
      '14': '13',
      '15': '14',
      '99': '99',
    });
  });

  it('leads to codes that the catalog and fe-fc-v1 have', () => {
    for (const code of CAT_017.values()) {
      expect(catalogEntry('CAT-017', code)).not.toBeNull();
      expect(code).toMatch(/^(?:0[1-9]|1[0-4]|99)$/);
    }
  });
});
