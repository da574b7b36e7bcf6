import { describe, expect, it } from 'vitest';
import { countryByCode, legacyCountryCode } from './countries.ts';
import { countries } from './data/countries.ts';
import { legacyCountries } from './data/legacy-countries.ts';

describe('countryByCode', () => {
  it.each([
    ['SV', 'SV'],
    ['sv', 'SV'],
    ['9300', 'SV'],
    ['9450', 'US'],
    ['9904', 'US'],
    ['9309', 'DE'],
    ['9758', 'CD'],
  ])('takes %s for %s', (code, iso) => {
    expect(countryByCode(code)?.code).toBe(iso);
  });

  it('names the country', () => {
    expect(countryByCode('9300')).toEqual({ code: 'SV', description: 'El Salvador' });
  });

  it.each(['', 'ZZ', 'SLV', '9420', '9732', '9999', '0000', '930'])('does not know %j', (code) => {
    expect(countryByCode(code)).toBeNull();
  });

  it('knows 249 countries and 275 codes of v1, of which five are nobody’s', () => {
    expect(countries.rows).toHaveLength(249);
    expect(legacyCountries.rows).toHaveLength(275);
    expect(legacyCountries.rows.filter((country) => countryByCode(country.code) === null)).toHaveLength(5);
    for (const entry of countries.rows) expect(countryByCode(entry.code)).toBe(entry);
  });
});

describe('legacyCountryCode', () => {
  it.each([
    ['SV', '9300'],
    ['US', '9450'],
    ['DE', '9311'],
    ['GB', '9663'],
    ['ZA', '9696'],
    ['DJ', '9439'],
    ['ML', '9579'],
    ['PS', '9640'],
    ['CD', '9399'],
    ['MM', '9354'],
  ])('gives %s its own v1 code %s', (iso, code) => {
    expect(legacyCountryCode(iso)).toBe(code);
  });

  it('leads back to the same country', () => {
    const known = countries.rows.flatMap((entry) => legacyCountryCode(entry.code) ?? []);
    expect(known).toHaveLength(241);
    for (const code of known) expect(legacyCountryCode(countryByCode(code)?.code ?? '')).toBe(code);
  });

  it('is null for what v1 never had', () => {
    const without = countries.rows.filter((entry) => legacyCountryCode(entry.code) === null);
    expect(without.map((entry) => entry.code)).toEqual(['AQ', 'BL', 'BQ', 'BV', 'GS', 'HM', 'MF', 'SS']);
    expect(legacyCountryCode('ZZ')).toBeNull();
  });
});
