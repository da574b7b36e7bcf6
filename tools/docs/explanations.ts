import { TIPOS_DTE, typeOf } from '../../src/core/dte/kinds.ts';
import type { Code, Meaning, Subject } from '../../src/core/explaining/codes.ts';
import { CODES } from '../../src/core/explaining/codes.ts';

const HEADING = '### Los códigos de Hacienda';
const NO_REJECTION: Readonly<Record<NonNullable<Code['outcome']>, string>> = {
  stamped: 'no es un rechazo',
  no_verdict: 'no es un rechazo',
  access:
    'no es un rechazo; si la respuesta nombra el documento o un dato suyo, lo es, con un código que nadie conoce: sí',
};
const BY_OWNER = 'Según de [quién es el dato](#de-quién-es-el-dato).';

/** The page of errors with the table of the authority's codes written anew; the rest of it is written by hand. */
export function errorsPage(page: string): string {
  const start = page.indexOf(`${HEADING}\n`);
  const table = /(?:^\|.*\n)+/m;
  if (start < 0 || !table.test(page.slice(start))) throw new Error(`no table under ${HEADING}`);
  return page.slice(0, start) + page.slice(start).replace(table, () => codesTable());
}

function codesTable(): string {
  const rows = familiesOf([...CODES]).flatMap(({ name, code }) => rowsOf(name, code));
  return [
    '| código | Hacienda dice | por qué | qué hacer | ¿la misma referencia? |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

interface Family {
  readonly name: string;
  readonly code: Code;
}

/** Codes that mean the same share a row of the table. */
function familiesOf(codes: readonly (readonly [string, Code])[]): readonly Family[] {
  const members = Map.groupBy(codes, ([, { why }]) => why);
  return [...members.values()]
    .flatMap((family): readonly Family[] => {
      const [, code] = family[0] ?? [];
      const text = [...new Set(family.map(([, each]) => each.text))].join('; ');
      return code === undefined
        ? []
        : [{ name: namesOf(family.map(([name]) => name)), code: { ...code, text } }];
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Three codes in a row or more are named by the first and the last. */
function namesOf(names: readonly string[]): string {
  const runs: string[][] = [];
  for (const name of names.toSorted()) {
    const run = runs.at(-1);
    if (run !== undefined && Number(name) === Number(run.at(-1)) + 1) run.push(name);
    else runs.push([name]);
  }
  return runs
    .map((run) =>
      run.length < 3 ? run.map((name) => `\`${name}\``).join(', ') : `\`${run[0]}\` a \`${run.at(-1)}\``,
    )
    .join(', ');
}

function rowsOf(name: string, code: Code): readonly string[] {
  const specials = (code.special ?? []).map((special) => row(`${name} ${whereOf(special)}`, code, special));
  return [row(name, code, code), ...specials];
}

function whereOf({ of, at }: { readonly of?: Subject; readonly at?: string }): string {
  const subject =
    of === undefined ? [] : [of === 'invalidation' ? 'de una invalidación' : `en ${calledOf(of)}`];
  return [...subject, ...(at === undefined ? [] : [`en \`${at}\``])].join(' ');
}

function calledOf(subject: Subject): string {
  const tipoDte = TIPOS_DTE.find((one) => one === subject);
  return tipoDte === undefined ? subject : typeOf(tipoDte).called;
}

function row(name: string, { text, outcome }: Code, { why, remedy, sameReference }: Meaning): string {
  const again = outcome === undefined ? (sameReference === false ? '**no**' : 'sí') : NO_REJECTION[outcome];
  return `| ${name} | ${text} | ${why} | ${remedy ?? BY_OWNER} | ${again} |`;
}
