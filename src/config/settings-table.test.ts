import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SETTINGS } from './settings-table.ts';

const page = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');

/** The page is laid out for readers; how many blanks that takes says nothing. */
function withoutLayout(line: string): string {
  return line.replaceAll(/ +/g, ' ');
}

function rowOf({ name, byDefault, meaning }: (typeof SETTINGS)[number]): string {
  return withoutLayout(`| \`${name}\` | ${byDefault === '' ? '' : `\`${byDefault}\``} | ${meaning} |`);
}

describe('docs/settings.md', () => {
  it('lists exactly the settings of the code, in order, with their defaults and meanings', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| `'));
    expect(rows.map(withoutLayout)).toEqual(SETTINGS.map(rowOf));
  });
});

describe('SETTINGS', () => {
  it('holds every name of the design', () => {
    const names: readonly string[] = SETTINGS.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'DATABASE_URL',
        'SELLO_DATA_DIR',
        'SELLO_HOST',
        'SELLO_PORT',
        'SELLO_PUBLIC_URL',
        'SELLO_MASTER_KEY_FILE',
        'SELLO_HACIENDA_TEST_URL',
        'SELLO_HACIENDA_PRODUCTION_URL',
        'SELLO_HACIENDA_TIMEOUT_MS',
        'SELLO_REQUEST_BUDGET_MS',
        'SELLO_QUARANTINE_MINUTES',
        'SELLO_LOG_LEVEL',
        'SELLO_OPERATOR_PORT',
      ]),
    );
    expect(new Set(names).size).toBe(names.length);
  });
});
