import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { AnswerSchema, type Case, CaseSchema, type GivenAnswer } from './case-schema.ts';

const BOOK = new URL('../../cases/verdicts/', import.meta.url);

/** A folder of the book: two digits or three, and a short name. */
const FOLDER = /^\d{2,3}-[a-z0-9]+(?:-[a-z0-9]+)*$/;
const FILES: readonly string[] = ['case.json', 'answer.json', 'request.json', 'document.json'];
/** What was presented to the portal, in Latin 1. */
const ANNEX = 'annex.csv';

/** What the authority answered, and what product and simulator make of it. */
export interface Verdict extends Case {
  /** The folder's name. */
  readonly name: string;
  readonly answer: GivenAnswer;
  /** What a caller asks the product for; null where the case is about an answer alone. */
  readonly request: unknown;
  /** The document that was answered, with made-up values; null where one that the simulator accepts is changed. */
  readonly signed: unknown;
  /** The file that was presented; null but for the portal. */
  readonly annex: Uint8Array | null;
}

const ajv = new Ajv({ strict: false, allErrors: true });
const isCase = ajv.compile<Case>(CaseSchema);
const isAnswer = ajv.compile<GivenAnswer>(AnswerSchema);

/** Every case, in the order of the numbers. Throws with all that is wrong with any. */
export function readBook(book: URL = BOOK): readonly Verdict[] {
  const names = readdirSync(book).sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10));
  const read = names.map((name) => readCase(name, new URL(`${name}/`, book)));
  const problems = [...read.flatMap(({ problems: found }) => found), ...repeatedNumbers(names)];
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return read.flatMap(({ verdict }) => verdict);
}

interface ReadCase {
  readonly verdict: readonly Verdict[];
  readonly problems: readonly string[];
}

function readCase(name: string, folder: URL): ReadCase {
  const strangers = readdirSync(folder).filter((file) => ![...FILES, ANNEX].includes(file));
  const [case_, answer, request = null, signed = null] = FILES.map((file) => readJson(new URL(file, folder)));
  const problems = [
    ...(FOLDER.test(name) ? [] : ['is not named like 07-short-name']),
    ...strangers.map((file) => `${file} is no file of a case`),
    ...(isCase(case_) ? [] : [`case.json: ${ajv.errorsText(isCase.errors)}`]),
    ...(isAnswer(answer) ? [] : [`answer.json: ${ajv.errorsText(isAnswer.errors)}`]),
  ];
  if (!isCase(case_) || !isAnswer(answer) || problems.length > 0)
    return { verdict: [], problems: problems.map((problem) => `${name}: ${problem}`) };
  const verdict = { ...case_, name, answer, request, signed, annex: readBytes(new URL(ANNEX, folder)) };
  const idle = idleSides(verdict);
  return { verdict: [verdict], problems: idle.map((problem) => `${name}: ${problem}`) };
}

/** A case that asks nothing of a side says why. */
function idleSides({
  expect: { product, simulator },
  request,
  amounts,
  annex,
  service,
}: Verdict): readonly string[] {
  const claims =
    typeof product === 'string' ? 1 : Object.keys(product).length + (amounts === undefined ? 0 : 1);
  const drafts = typeof product === 'string' ? null : (product.drafts ?? product.refuses ?? product.warns);
  return [
    ...(claims === 0 ? ['asks nothing of the product, and does not say why'] : []),
    ...(typeof product === 'string' && typeof simulator === 'string' ? ['asks nothing of anybody'] : []),
    ...((annex === null) === (service === 'portal')
      ? ['has an annex.csv where the portal answers, and nowhere else']
      : []),
    ...((drafts ?? amounts ?? null) !== null && request === null ? ['has no request.json to draft'] : []),
  ];
}

function repeatedNumbers(names: readonly string[]): readonly string[] {
  const numbers = names.map((name) => Number.parseInt(name, 10));
  return names
    .filter((_, index) => numbers.indexOf(numbers[index] ?? 0) !== index)
    .map((name) => `${name}: its number is taken`);
}

function readBytes(file: URL): Uint8Array | null {
  return existsSync(file) ? readFileSync(file) : null;
}

function readJson(file: URL): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
