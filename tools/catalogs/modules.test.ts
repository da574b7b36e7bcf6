import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { YEARLY_DAYS_OFF } from '../../simulator/events/official-days-off.ts';
import { factsIn, holdsFacts } from './facts.ts';
import { dataModules, daysOf, daysOffIn } from './modules.ts';
import { generatedNotice } from './typescript-text.ts';

const facts = fileURLToPath(new URL('../../../shared/catalogs/', import.meta.url));
const data = new URL('../../src/catalogs/data/', import.meta.url);

function committed(): ReadonlyMap<string, string> {
  return new Map(readdirSync(data).map((file) => [file, readFileSync(new URL(file, data), 'utf8')]));
}

describe('the committed data', () => {
  it.skipIf(!holdsFacts(facts))('is what the generator makes of ../shared/catalogs', () => {
    const generated = dataModules(factsIn(facts));
    expect([...generated.keys()].toSorted()).toEqual([...committed().keys()].toSorted());
    for (const [file, text] of generated) expect(committed().get(file), file).toBe(text);
  });

  it.skipIf(!holdsFacts(facts))(
    'leaves out of ../shared/catalogs the days off that the simulator knows of every year',
    () => {
      const listed = daysOf(daysOffIn(factsIn(facts)), ['national', 'tax_administration']);
      expect([...new Set(listed)].toSorted()).toEqual(YEARLY_DAYS_OFF);
    },
  );

  it('says in its first line that it is generated and by what command', () => {
    const first = [...committed().values()].map((text) => text.split('\n')[0]);
    expect(first).toHaveLength(8);
    expect(new Set(first)).toEqual(new Set([generatedNotice]));
    expect(generatedNotice).toContain('node tools/catalogs/generate.ts');
  });

  it('holds no provenance noise', () => {
    for (const text of committed().values())
      expect(text).not.toMatch(/sha256|official_value|last_modified|weekday/);
  });
});
