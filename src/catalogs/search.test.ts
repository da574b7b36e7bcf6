import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { activities } from './data/activities.ts';
import { districts } from './data/districts.ts';
import { foldText } from './fold.ts';
import {
  searchActivities,
  searchCatalog,
  searchDepartments,
  searchDistricts,
  searchUnits,
} from './search.ts';

describe('searchActivities', () => {
  it('gives the first 50 without a search, and with a blank one', () => {
    expect(searchActivities()).toEqual(activities.rows.slice(0, 50));
    expect(searchActivities('  ')).toEqual(activities.rows.slice(0, 50));
  });

  it('finds café by cafe, CAFÉ and its code', () => {
    const found = searchActivities('cafe');
    expect(found.map((item) => item.code)).toEqual([
      '01271',
      '01272',
      '01632',
      '10613',
      '10791',
      '46293',
      '56292',
    ]);
    expect(found.some((item) => item.description.includes('café'))).toBe(true);
    expect(searchActivities('CAFÉ')).toEqual(found);
    expect(searchActivities(' Cafe\u0301 ')).toEqual(found);
    expect(searchActivities('01271')).toEqual([{ code: '01271', description: 'Cultivo de café' }]);
  });

  it('finds every activity that contains the words and stops at 50', () => {
    const all = activities.rows.filter((entry) => foldText(entry.description).includes('venta'));
    expect(all.length).toBeGreaterThan(50);
    expect(searchActivities('VENTA')).toEqual(all.slice(0, 50));
  });

  it('finds by part of a code', () => {
    expect(searchActivities('0111').map((item) => item.code)).toContain('01111');
    expect(searchActivities('01111')).toEqual([activities.rows[0]]);
  });

  it('finds nothing for what nobody does, for a code run into its description and for endless texts', () => {
    expect(searchActivities('zzz')).toEqual([]);
    expect(searchActivities('01111 Cultivo')).toEqual([]);
    expect(searchActivities(' '.repeat(1001))).toEqual([]);
    expect(searchActivities('%')).toEqual(
      searchActivities('%').filter((item) => item.description.includes('%')),
    );
  });

  it('finds each of the 774 by its description in capitals', () => {
    for (const entry of activities.rows) {
      const found = searchActivities(entry.description.toUpperCase());
      expect(found.map((item) => item.code)).toContain(entry.code);
    }
  });
});

describe('searchUnits', () => {
  it('gives all 40 without a search', () => {
    expect(searchUnits()).toHaveLength(40);
    expect(searchUnits()[0]).toEqual({ code: '1', description: 'Metro' });
  });

  it('finds by description without accents and by code', () => {
    expect(searchUnits('galon')).toEqual([{ code: '22', description: 'Galón' }]);
    expect(searchUnits('59')).toEqual([{ code: '59', description: 'Unidad' }]);
    expect(searchUnits('nada')).toEqual([]);
  });
});

describe('searchDepartments', () => {
  it('gives all 14 with their 44 municipalities without a search', () => {
    expect(searchDepartments()).toHaveLength(14);
    expect(searchDepartments().flatMap((item) => item.municipalities)).toHaveLength(44);
  });

  it('gives a department whole when its own name matches', () => {
    expect(searchDepartments('cabanas')).toEqual([
      {
        code: '09',
        name: 'Cabañas',
        municipalities: [
          { code: '0910', short_code: '10', name: 'Cabañas Este' },
          { code: '0911', short_code: '11', name: 'Cabañas Oeste' },
        ],
      },
    ]);
    expect(searchDepartments('usulutan')[0]?.municipalities).toHaveLength(3);
  });

  it('gives only the matching municipalities when the department’s own name does not match', () => {
    expect(searchDepartments('La Libertad Costa')).toEqual([
      {
        code: '05',
        name: 'La Libertad',
        municipalities: [{ code: '0527', short_code: '27', name: 'La Libertad Costa' }],
      },
    ]);
    expect(searchDepartments('norte').flatMap((item) => item.municipalities)).toHaveLength(12);
  });

  it('gives nothing for an unknown name or an endless one', () => {
    expect(searchDepartments('Managua')).toEqual([]);
    expect(searchDepartments('a'.repeat(1001))).toEqual([]);
  });
});

describe('searchDistricts', () => {
  it('gives the item of the specification', () => {
    expect(searchDistricts('san salvador')).toEqual({
      results: [
        {
          id: '062314',
          text: 'San Salvador, San Salvador Centro, San Salvador',
          name: 'San Salvador',
          code: '14',
          municipality: 'San Salvador Centro',
          department: 'San Salvador',
          municipality_code: '0623',
          department_code: '06',
        },
      ],
      pagination: { more: false },
    });
  });

  it('gives 14 pages of at most 20 without a search', () => {
    const pages = Array.from({ length: 14 }, (_, index) => searchDistricts(undefined, index + 1));
    expect(pages.map((page) => page.results.length)).toEqual([...Array(13).fill(20), 2]);
    expect(pages.map((page) => page.pagination.more)).toEqual([...Array(13).fill(true), false]);
    expect(pages.flatMap((page) => page.results).map((item) => item.id)).toEqual(
      districts.rows.map((row) => row.id),
    );
    expect(searchDistricts(undefined, 15)).toEqual({ results: [], pagination: { more: false } });
  });

  it('says that there is no more when the last page is full', () => {
    expect(searchDistricts('sant').results).toHaveLength(20);
    expect(searchDistricts('sant').pagination.more).toBe(false);
    expect(searchDistricts('nt', 1).pagination.more).toBe(true);
    expect(searchDistricts('nt', 2).results).toHaveLength(20);
    expect(searchDistricts('nt', 2).pagination.more).toBe(false);
  });

  it.each([0, -1, 0.5, Number.NaN, Number.NEGATIVE_INFINITY])('reads page %d as the first', (page) => {
    expect(searchDistricts(undefined, page)).toEqual(searchDistricts());
  });

  it('ignores case and accents', () => {
    expect(searchDistricts('AHUACHAPAN').results.map((item) => item.id)).toEqual(['011401']);
    expect(searchDistricts('ahuachapán')).toEqual(searchDistricts('AHUACHAPAN'));
  });

  it('tries other names in use only where no official name matches', () => {
    expect(searchDistricts('nueva san salvador').results.map((item) => item.name)).toEqual(['Santa Tecla']);
    expect(searchDistricts('opico').results.map((item) => item.name)).toEqual(['San Juan Opico']);
  });

  it('finds every district by its name, whatever is searched is contained', () => {
    fc.assert(
      fc.property(fc.constantFrom(...districts.rows), fc.nat(), fc.nat(), (district, from, length) => {
        const start = from % district.name.length;
        const part = district.name.slice(start, start + 1 + (length % district.name.length));
        const pages = Array.from({ length: 14 }, (_, index) =>
          searchDistricts(part.toUpperCase(), index + 1),
        );
        const found = pages.flatMap((page) => page.results);
        expect(found.map((item) => item.id)).toContain(district.id);
        for (const item of found) expect(foldText(item.name)).toContain(foldText(part));
      }),
    );
  });

  it('answers the longest of searches at once', () => {
    const before = performance.now();
    searchDistricts('a\u0301\u0327'.repeat(2_000_000));
    searchActivities(`${'a'.repeat(999)}b`);
    expect(performance.now() - before).toBeLessThan(500);
  });
});

describe('searchCatalog', () => {
  it('finds by code and by text without regard to case and accents', () => {
    expect(searchCatalog('incoterms', 'FOB')).toEqual([{ code: '09', description: 'FOB-Libre a bordo' }]);
    expect(searchCatalog('countries', 'mexico')).toEqual(searchCatalog('countries', 'MÉXICO'));
    expect(searchCatalog('regime-types')?.map(({ code }) => code)).toEqual(['EX-1', 'EX-2', 'EX-3', 'TA-1']);
    expect(searchCatalog('precincts', 'nada de esto')).toEqual([]);
  });

  it.each(['', 'units', 'toString', '__proto__', 'Countries'])('has no catalog %j', (name) => {
    expect(searchCatalog(name)).toBeNull();
  });
});
