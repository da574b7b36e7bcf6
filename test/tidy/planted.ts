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
