import type { Explanation } from '../../src/core/explaining/explain.ts';
import { readBook, type Verdict } from '../../test/verdicts/book.ts';
import { explanationsOf, textsOf } from '../../test/verdicts/explained.ts';

/** The services in the order of the page, and what each is for. */
const SERVICES: Readonly<Record<Verdict['service'], string>> = {
  auth: 'Signing in: `/seguridad/auth`',
  recepcion: 'A document: `/fesv/recepciondte`',
  consulta: 'A query: `/fesv/recepcion/consultadte`',
  lote: 'A lote: `/fesv/recepcionlote`',
  consultalote: 'The verdicts on a lote: `/fesv/recepcion/consultadtelote`',
  contingencia: 'A contingency event: `/fesv/contingencia`',
  invalidacion: 'An invalidation: `/fesv/anulardte`',
  portal: 'An annex of form F-07, in the portal',
};

/** The page of everything that the authority is known to have answered. */
export function verdictsPage(): string {
  const book = readBook();
  const chapters = Object.entries(SERVICES).flatMap(([service, title]) => {
    const cases = book.filter((verdict) => verdict.service === service);
    return cases.length === 0 ? [] : ['', `## ${title}`, '', HEAD, RULE, ...cases.map(rowOf)];
  });
  return [...OPENING, `${book.length} cases.`, ...chapters, ''].join('\n');
}

const OPENING: readonly string[] = [
  '# What the authority answers',
  '',
  'Generated from `cases/verdicts` by `npm run docs`; do not edit.',
  '',
  'A case is a folder: `case.json` says where the answer was seen and what is to be made of it, `answer.json` is the answer,',
  '`request.json` what a caller asked Sello for, where the case is about a document of its own. All names and numbers in it are',
  'made up. `test/verdicts` holds product and simulator against each case, both by their own code; one that only one of',
  'them meets fails. Marks: **R** an exchange with the real authority, **B** two sources or more, **C** one source, **?** open.',
  '',
  '**To add one**, keep an answer that was logged: the JSON of the answer alone, what `GET /status/ID?include_dte=1` gives (with',
  '`response` and the signed `schema`), or what `document events --json` prints; `-` is the standard input.',
  '',
  '```sh',
  'npm run sello -- verdict keep answer.json cases/verdicts/99-short-name --source our-log-of-2026-08-03',
  'npm run -s vitest -- run test/verdicts -t 99-short-name',
  'npm run docs',
  '```',
  '',
  'The command asks nobody and writes a case with names, NITs, numbers, codes, seals, addresses and dates replaced: the same value',
  'by the same, dates at the same distance. Codes of catalogs and amounts stay. Of the words of the authority only paths of data and',
  'words of its known messages stay, which a name may have, too: read them before you give the case away; a message with new words',
  'is added to `src/core/keeping/authority-words.ts` first. With the signed document (`--document`, or `schema`) the',
  'simulator has to come to the answer by its own rules, else it is told to give it; what the product reads is taken from the',
  'words. Where either does not meet the case, the case shows what is to be mended.',
  '',
];

const HEAD = '| case | mark | seen in | the authority says | Sello | the simulator | the integrator reads |';
const RULE = '|---|---|---|---|---|---|---|';

function rowOf(verdict: Verdict): string {
  const { name, title, source, mark } = verdict;
  const link = `[${Number.parseInt(name, 10)}](../cases/verdicts/${name}/case.json) ${title}`;
  const explained = explanationsOf(verdict).map(explainedIn).join('<br>');
  const cells = [link, mark, source, saidIn(verdict), productIn(verdict), simulatorIn(verdict), explained];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}

function saidIn({ answer: { status, body } }: Verdict): string {
  const { procesados = [], rechazados = [], ...whole } = Object(body);
  return [status === null ? '' : `HTTP ${status}`, ...[whole, ...procesados, ...rechazados].flatMap(wordsIn)]
    .filter((words) => words !== '')
    .join('<br>');
}

function wordsIn(body: Readonly<Record<string, unknown>>): readonly string[] {
  const names = ['estado', 'status', 'clasificaMsg', 'codigoMsg', 'taken'];
  const codes = names.map((name) => body[name]).filter((code) => (code ?? null) !== null);
  const texts = [body['mensaje'], body['message'], body['descripcionMsg'], ...textsOf(body['observaciones'])];
  return [codes.join(' '), ...texts.filter((text) => typeof text === 'string')];
}

function productIn({ expect: { product }, amounts = {} }: Verdict): string {
  if (typeof product === 'string') return product;
  const { reads, sends, drafts = {}, refuses = [], warns = [] } = product;
  const values = Object.entries({ ...amounts, ...drafts }).map(([path, value]) => `\`${path}\` ${value}`);
  return [
    ...foundIn(product.checks ?? {}),
    ...values,
    ...(sends?.path === undefined ? [] : [`posts to \`${sends.path}\``]),
    ...refuses.map(({ path, code }) => `refuses \`${path}\`: \`${code}\``),
    ...warns.map(({ path, code }) => `warns of \`${path}\`: \`${code}\``),
    ...kindsIn(reads ?? {}).map((kind) => `*${kind}*`),
  ].join('<br>');
}

/** How many mistakes and remarks `f07 check` finds. */
function foundIn({ faults, remarks }: Readonly<Record<string, unknown>>): readonly string[] {
  if (faults === undefined) return [];
  return [`mistakes: ${Object(faults).count}`, `remarks: ${Object(remarks).count}`];
}

/** The kind of what is read; of a lote, one for each document. */
function kindsIn(reads: Readonly<Record<string, unknown>>): readonly unknown[] {
  return 'kind' in reads ? [reads['kind']] : Object.values(reads).map((each) => Object(each).kind);
}

function simulatorIn({ expect: { simulator }, amounts }: Verdict): string {
  if (typeof simulator === 'string') return simulator;
  const { script, options } = simulator;
  if (script !== undefined) return 'when it is told to';
  const started = Object.entries(options ?? {}).map(([name, value]) => `\`${name}\` ${value}`);
  const exact = amounts === undefined ? [] : ['refuses two cents more or less'];
  return ['by itself', ...started, ...exact].join('<br>');
}

function explainedIn({ field, official, why, remedy }: Explanation): string {
  const datum = field ?? official;
  return `${datum === null ? '' : `\`${datum}\`: `}${why} ${remedy}`;
}
