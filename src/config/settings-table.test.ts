import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SETTINGS, type SettingDefinition } from './settings-table.ts';

const page = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');

/** The page is laid out for readers; how many blanks that takes says nothing. */
function withoutLayout(line: string): string {
  return line.replaceAll(/ +/g, ' ');
}

function rowOf({ name, byDefault, meaning }: SettingDefinition): string {
  return withoutLayout(`| \`${name}\` | ${byDefault ? `\`${byDefault}\`` : ''} | ${meaning} |`);
}

describe('docs/settings.md', () => {
  it('lists exactly the settings of the code, in order, with their defaults and meanings', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| `'));
    expect(rows.map(withoutLayout)).toEqual(SETTINGS.map(rowOf));
  });
});
