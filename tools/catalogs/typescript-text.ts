/** What a generated module may hold. */
export type Literal =
  | string
  | number
  | boolean
  | null
  | readonly Literal[]
  | { readonly [name: string]: Literal };

/** First line of every generated module. */
export const generatedNotice =
  '// Generated from the catalog facts by `node tools/catalogs/generate.ts <folder of facts>`; do not edit by hand.';

function isList(value: Literal): value is readonly Literal[] {
  return Array.isArray(value);
}

function quoted(text: string): string {
  if (/\p{Cc}/u.test(text)) throw new Error(`a control character in ${JSON.stringify(text)}`);
  return text.includes("'") ? JSON.stringify(text) : `'${text.replaceAll('\\', '\\\\')}'`;
}

/** The literal as one line of TypeScript. */
export function literalText(value: Literal): string {
  if (typeof value === 'string') return quoted(value);
  if (value === null || typeof value !== 'object') return String(value);
  if (isList(value)) return `[${value.map(literalText).join(', ')}]`;
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${literalText(field)}`);
  return `{ ${fields.join(', ')} }`;
}

/** The rows as a list with one row a line, so that a change of one row is a change of one line. */
export function linesText(rows: readonly Literal[], indent: string): string {
  const lines = rows.map((row) => `${indent}  ${literalText(row)},\n`);
  return `[\n${lines.join('')}${indent}]`;
}
