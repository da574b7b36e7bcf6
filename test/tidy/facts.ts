import type { Finding } from './finding.ts';
import { type SourceFile, walk } from './source-file.ts';

/** A number or text that stands for a fact, the one file that says it, and the name to take from there. */
interface Fact {
  readonly home: string;
  readonly take: string;
  /** How a literal says it. */
  readonly written: RegExp;
}

const FACTS: readonly Fact[] = [
  { home: 'src/core/money/rates.ts', take: 'VAT', written: /^1?13n$/ },
  {
    home: 'src/core/calendar/spans.ts',
    take: 'DAY_MS',
    written: /^(86_?400_?000|24 \* (60 \* 60 \* 1_?000|3_?600_?000))$/,
  },
  { home: 'src/core/calendar/spans.ts', take: 'HOUR_MS', written: /^(3_?600_?000|60 \* 60 \* 1_?000)$/ },
  // Where a sentence goes on behind the offset, people are told of it.
  {
    home: 'src/core/calendar/el-salvador-time.ts',
    take: 'OFFSET_TEXT',
    written: /-06:00(?![.,;]? |\.['"`]?$)/,
  },
];

/** Rates, lengths of time and the offset of El Salvador that are written anywhere but in the file that says their source. */
export function factsOutsideTheirHome(file: SourceFile): readonly Finding[] {
  if (!file.path.startsWith('src/') || file.path.endsWith('.test.ts')) return [];
  return [...walk(file.program)].flatMap(({ node }) => {
    const written = WRITTEN.has(node.type) ? file.text.slice(node.start, node.end) : '';
    const fact = FACTS.find((one) => one.home !== file.path && one.written.test(written));
    if (fact === undefined) return [];
    const message = `${fact.take}: take it from ${fact.home}`;
    return [{ path: file.path, line: file.lineAt(node.start), message }];
  });
}

const WRITTEN: ReadonlySet<string> = new Set(['Literal', 'TemplateElement', 'BinaryExpression']);
