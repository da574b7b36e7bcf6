import type { Finding } from './finding.ts';
import { type SourceFile, walk } from './source-file.ts';

const CHANGES = /^\s*(UPDATE|DELETE)\b/;
const CONFLICT = /\bDO UPDATE\b/;
const CHANGING = /\b(clock_timestamp|now|random|gen_random_uuid)\(\)/;
const IN_CASE = /\b(THEN|ELSE)\s+(\w+\()?statement_timestamp\(\)/;

/** A statement of the storage that changes rows by a value which is another one for each row, or takes the time in a CASE. */
export function timesInChanges(file: SourceFile): readonly Finding[] {
  if (!file.path.startsWith('src/storage/') || file.path.endsWith('.test.ts')) return [];
  return [...walk(file.program)].flatMap(({ node }) => {
    const text =
      node.type === 'TemplateLiteral' ? file.text.slice(node.start + 1, node.end - 1) : node['value'];
    const change = typeof text === 'string' ? changeIn(text) : '';
    const found = CHANGING.exec(change)?.[0] ?? IN_CASE.exec(change)?.[0];
    if (found === undefined) return [];
    const message = `${found}: src/storage/connection/statement-time.ts says what to take in what changes rows`;
    return [{ path: file.path, line: file.lineAt(node.start), message }];
  });
}

/** What a statement sets of rows that are there, and which of them; a row that it adds may say when by itself. */
function changeIn(text: string): string {
  if (CHANGES.test(text)) return text;
  return CONFLICT.test(text) ? text.slice(text.search(CONFLICT)) : '';
}
