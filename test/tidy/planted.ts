import { describe, expect, it } from 'vitest';
import type { Finding } from './finding.ts';
import { parseSource, type SourceFile } from './source-file.ts';

/** A file that was never written: what a rule would say about this text at this path. */
export function planted(path: string, text: string): SourceFile {
  return parseSource({ path, text });
}

/** The lines and messages of findings, short enough to compare. */
export function told(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ line, message }) => `${line} ${message.split(':')[0]}`);
}

export interface RuleCases {
  readonly rule: (file: SourceFile) => readonly Finding[];
  /** Where the texts stand. */
  readonly path: string;
  /** Texts, each with what is told of it. */
  readonly wrong: readonly (readonly [text: string, told: string])[];
  readonly right: readonly string[];
  /** Paths at which the first wrong text is right. */
  readonly elsewhere?: readonly string[];
}

/** What a rule is against, and what it lets pass. */
export function describeRule(name: string, { rule, path, wrong, right, elsewhere = [] }: RuleCases): void {
  describe(name, () => {
    it.each(wrong)('%s is wrong', (text, finding) => {
      expect(told(rule(planted(path, text)))).toEqual([finding]);
    });

    it.each(right)('%s is right', (text) => {
      expect(rule(planted(path, text))).toEqual([]);
    });

    it.each(elsewhere)('is not looked at in %s', (other) => {
      expect(rule(planted(other, wrong[0]?.[0] ?? ''))).toEqual([]);
    });
  });
}
