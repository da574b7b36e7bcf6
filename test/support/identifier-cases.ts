import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** The quartet that every identifier exports, less its type. */
export interface IdentifierQuartet {
  /** The name of its lists in `cases/identifiers`. */
  readonly name: string;
  readonly parse: (text: string) => string | null;
  readonly is: (text: string) => boolean;
  readonly whyNot: (text: string) => string | null;
}

const FOLDER = new URL('../../cases/identifiers/', import.meta.url);

/** The values of a list: one a line, `# comment` lines left out; a line in double quotes is read as a JSON string. */
export function readCases(fileName: string): readonly string[] {
  const lines = readFileSync(new URL(fileName, FOLDER), 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map(readValue);
}

/** Declares the tests that hold for every identifier: the lists, and that the four functions agree on them. */
export function describeIdentifier({ name, parse, is, whyNot }: IdentifierQuartet): void {
  describe(`${name}: the lists of cases/identifiers`, () => {
    it.each(readCases(`${name}.valid.txt`))('accepts %j', (text) => {
      const parsed = parse(text);
      expect(parsed).not.toBeNull();
      expect(whyNot(text)).toBeNull();
      expect(is(String(parsed))).toBe(true);
      expect(parse(String(parsed))).toBe(parsed);
      expect(is(text)).toBe(text === parsed);
    });

    it.each(readCases(`${name}.invalid.txt`))('refuses %j', (text) => {
      expect(parse(text)).toBeNull();
      expect(is(text)).toBe(false);
      expect(whyNot(text)).toMatch(/^\p{Ll}.*\.$/u);
    });

    it('refuses the empty text and a megabyte without delay', () => {
      expect(whyNot('')).not.toBeNull();
      const start = performance.now();
      for (const filler of ['0', 'a', 'A-', '-', 'a.', ' ', '@', 'é']) {
        expect(parse(filler.repeat(500_000))).toBeNull();
      }
      expect(performance.now() - start).toBeLessThan(2000);
    });
  });
}

function readValue(line: string): string {
  return line.startsWith('"') ? String(JSON.parse(line)) : line;
}
