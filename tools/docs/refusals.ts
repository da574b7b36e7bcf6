import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { WARNINGS } from '../../src/core/previewing/warning.ts';
import { FIELD_PROBLEMS } from '../../src/core/refusals/field-problems.ts';
import { REFUSALS } from '../../src/core/refusals/registry.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Where the sentences live that say what is wrong with a caller's field. */
const FOLDERS = [
  'src/core/identifiers',
  'src/core/territory',
  'src/core/drafting',
  'src/core/submitting',
  'src/http',
  'src/requests',
];
const FILES = [
  'src/core/adjusting/read-motivo.ts',
  'src/core/refusals/coded-fields.ts',
  'src/schema/problems.ts',
];
/** The glossary is not for a caller in trouble. */
const GLOSSARY = 'src/core/drafting/vocabulary.ts';
/** Property names whose text is for the interface description, not for a caller in trouble. */
const OTHER_TEXTS = new Set(['description', 'meaning', 'note']);

/** Functions that describe a field of the interface. */
const FIELD_MAKERS = new Set([
  'Code',
  'optionalCode',
  'flag',
  'text',
  'shaped',
  'oneOf',
  'dollars',
  'textOrNull',
  'numeral',
  'optionalNumeral',
]);

/** A sentence of a refusal, with `{}` where a value is filled in. */
export interface Sentence {
  readonly text: string;
  readonly file: string;
}

/** Every sentence in the sources that can name what is wrong with a field, in the order of the files. */
export function refusalSentences(): readonly Sentence[] {
  return FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: ROOT }))
    .concat(FILES)
    .filter((file) => !file.endsWith('.test.ts') && !file.includes('/openapi/') && file !== GLOSSARY)
    .sort()
    .flatMap((file) => sentencesIn(file, readFileSync(resolve(ROOT, file), 'utf8')));
}

/** The sentences among the string and template literals of one source. */
export function sentencesIn(file: string, source: string): readonly Sentence[] {
  const found = new Map<string, Sentence>();
  const skipped = new Set<number>();
  const note = (start: number, text: string): void => {
    if (!skipped.has(start) && isSentence(text)) found.set(text, { text, file });
  };
  new Visitor({
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && OTHER_TEXTS.has(key.name)) skipped.add(value.start);
    },
    CallExpression: ({ callee, arguments: given }) => {
      if (callee.type === 'Identifier' && FIELD_MAKERS.has(callee.name))
        for (const part of given) skipped.add(part.start);
    },
    ThrowStatement: ({ argument }) => {
      if (argument.type === 'NewExpression') for (const part of argument.arguments) skipped.add(part.start);
    },
    Literal: ({ value, start }) => {
      if (typeof value === 'string') note(start, value);
    },
    TemplateLiteral: ({ quasis, start }) =>
      note(start, quasis.map(({ value }) => value.cooked ?? '').join('{}')),
  }).visit(parseSync(file, source).program);
  return [...found.values()];
}

function isSentence(text: string): boolean {
  return /\p{L}{2,} \S/u.test(text) && /\.(?:\{\})?$/.test(text) && !text.startsWith('{}');
}

/** The page that lists every refusal. */
export function refusalsPage(): string {
  const codes = Object.entries(REFUSALS).map(
    ([code, { status, text }]) => `| \`${code}\` | ${status} | ${cell(text)} |`,
  );
  const sentences = [...new Set(refusalSentences().map(({ text }) => capital(text)))].sort((a, b) =>
    a.localeCompare(b, 'es'),
  );
  return [
    '# Refusals',
    '',
    'Generated from the sources by `npm run docs`; do not edit.',
    '',
    'Every error answers `{"detail", "code"}`. With `invalid_request`, `errors[]` lists the mistakes as `{"field", "code",',
    '"message"}`, the field in the caller’s own names (`lines[3].unit_price`), and `detail` shows the first. A request is',
    'checked in two steps, its form first and the rules of its document type after that; each step lists all its mistakes.',
    '',
    '| code | status | detail |',
    '|---|---|---|',
    ...codes,
    '',
    '## What can be wrong with a field',
    '',
    'The `code` of an entry of `errors[]` never changes its meaning; the sentence beside it may be said better some day.',
    '',
    '| code | what it means |',
    '|---|---|',
    ...Object.entries(FIELD_PROBLEMS).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`),
    '',
    '### In which words',
    '',
    'A `{}` stands for a value that is filled in.',
    '',
    ...sentences.map((text) => `- ${text}`),
    '',
    '## What a preview warns of',
    '',
    'No refusal: `POST /preview` lists in `warnings[]` what was filled in, left out, guessed or is about to end, as `{"code",',
    '"field", "message"}`. A code never changes its meaning.',
    '',
    '| code | what it means |',
    '|---|---|',
    ...Object.entries(WARNINGS).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`),
    '',
  ].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function capital(text: string): string {
  return text.startsWith('quantity')
    ? `\`quantity\`${text.slice('quantity'.length)}`
    : text.charAt(0).toUpperCase() + text.slice(1);
}
