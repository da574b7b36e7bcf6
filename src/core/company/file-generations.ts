import { formatInstant, parseInstant } from '../calendar/instant.ts';
import type { TipoDte } from '../dte/kinds.ts';
import { TIPOS_DTE } from '../dte/kinds.ts';
import type { Problem } from '../refusals/problem.ts';
import type { Company, GenerationEntry } from './company.ts';
import { FILE_RULES } from './file-rules.ts';
import {
  choiceAt,
  isList,
  isObject,
  type ObjectSite,
  objectAt,
  openObject,
  type Place,
  pathOf,
  report,
  requireFields,
  textAt,
} from './file-site.ts';

const FIELD = 'schema_generation';
const GENERATIONS = ['v1', 'v2'] as const;
const ENTRY_FIELDS = ['generation', 'from'];

/** Until the Ministry's change of 2026, everything was v1: that is what holds where the file says nothing. */
const SINCE_ALWAYS_V1: GenerationEntry = { generation: 'v1', fromMs: null };

/**
 * `schema_generation`: one generation for every type, or an object by document type. A type has a generation, one
 * `{generation, from}` or a list of them in the order of time. Before the first `from` v1 holds, and so it does for
 * types that the object does not name, which is worth a warning.
 */
export function readGenerations(site: ObjectSite, warnings: Problem[]): Company['generations'] | null {
  if (!isObject(site.members.get(FIELD))) {
    const generation = choiceAt(site, FIELD, GENERATIONS);
    return generation === null ? null : forEveryType(() => [{ generation, fromMs: null }]);
  }
  const before = site.problems.length;
  const types = objectAt(site, FIELD, TIPOS_DTE);
  if (types === null) return null;
  const unnamed = TIPOS_DTE.filter((tipoDte) => !types.members.has(tipoDte));
  if (unnamed.length > 0) {
    warnings.push({ path: FIELD, message: `no nombra los tipos ${unnamed.join(', ')}: se emiten en v1.` });
  }
  const generations = forEveryType((tipoDte) => readEntries(types, tipoDte));
  return site.problems.length > before ? null : generations;
}

/** The value of `schema_generation` that is read back as these generations. */
export function generationsOf(generations: Company['generations']) {
  const simple = TIPOS_DTE.map((tipoDte) => simpleEntry(generations[tipoDte]));
  const [first] = simple;
  if (first !== undefined && first !== null && simple.every((generation) => generation === first))
    return first;
  return Object.fromEntries(TIPOS_DTE.map((tipoDte) => [tipoDte, entriesOf(generations[tipoDte])]));
}

function forEveryType(read: (tipoDte: TipoDte) => readonly GenerationEntry[]): Company['generations'] {
  return { '01': read('01'), '03': read('03'), '05': read('05'), '11': read('11'), '14': read('14') };
}

function readEntries(types: ObjectSite, tipoDte: TipoDte): readonly GenerationEntry[] {
  const value = types.members.get(tipoDte);
  if (value === undefined) return [SINCE_ALWAYS_V1];
  if (!isList(value) && !isObject(value)) {
    const generation = choiceAt(types, tipoDte, GENERATIONS);
    return generation === null ? [] : [{ generation, fromMs: null }];
  }
  const items = isList(value) ? value : [value];
  const path = pathOf(types, tipoDte);
  const entries = items.flatMap((item, index) => {
    const entry = readEntry(item, {
      path: isList(value) ? `${path}[${index}]` : path,
      problems: types.problems,
    });
    return entry === null ? [] : [entry];
  });
  if (items.length === 0) report(types, tipoDte, 'debe ser una lista con al menos un elemento.');
  if (entries.length === items.length) checkOrder(types, tipoDte, entries);
  return entries[0]?.fromMs === null ? entries : [SINCE_ALWAYS_V1, ...entries];
}

function readEntry(value: unknown, place: Place): GenerationEntry | null {
  const site = openObject(value, ENTRY_FIELDS, place);
  if (site === null) return null;
  requireFields(site, ['generation']);
  const generation = choiceAt(site, 'generation', GENERATIONS);
  const from = textAt(site, 'from', FILE_RULES.instant);
  const fromMs = from === null ? null : parseInstant(from);
  if (from !== null && fromMs === null) {
    report(site, 'from', 'debe ser un instante ISO 8601, como 2026-12-01T00:00:00-06:00.');
  }
  return generation === null || (site.members.has('from') && fromMs === null) ? null : { generation, fromMs };
}

function checkOrder(types: ObjectSite, tipoDte: TipoDte, entries: readonly GenerationEntry[]): void {
  const inOrder = entries.every(({ fromMs }, index) => {
    const previous = entries[index - 1];
    return (
      previous === undefined || (fromMs !== null && fromMs > (previous.fromMs ?? Number.NEGATIVE_INFINITY))
    );
  });
  if (!inOrder)
    report(types, tipoDte, 'cada elemento después del primero debe tener un from posterior al anterior.');
}

function simpleEntry(entries: readonly GenerationEntry[]) {
  const [only] = entries;
  return entries.length === 1 && only?.fromMs === null ? only.generation : null;
}

function entriesOf(entries: readonly GenerationEntry[]) {
  const simple = simpleEntry(entries);
  if (simple !== null) return simple;
  return entries.map(({ generation, fromMs }) =>
    fromMs === null ? { generation } : { generation, from: formatInstant(fromMs) },
  );
}
