import { TIPOS_DTE, typeOf } from '../../src/core/dte/kinds.ts';
import type { Code, Meaning, Subject } from '../../src/core/explaining/codes.ts';
import { CODES } from '../../src/core/explaining/codes.ts';

const HEADING = '### Los códigos de Hacienda';
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
      const text = family.map(([, each]) => each.text).join('; ');
      return code === undefined
        ? []
        : [{ name: namesOf(family.map(([name]) => name)), code: { ...code, text } }];
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function namesOf([first = '', ...others]: readonly string[]): string {
  const last = others.at(-1);
  if (last === undefined) return `\`${first}\``;
  const isRow = Number(last) - Number(first) === others.length;
  return isRow ? `\`${first}\` a \`${last}\`` : `\`${first}\`, \`${others[0]}\` a \`${last}\``;
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
  const again = outcome === undefined ? (sameReference === false ? '**no**' : 'sí') : 'no es un rechazo';
  return `| ${name} | ${text} | ${why} | ${remedy ?? BY_OWNER} | ${again} |`;
}
