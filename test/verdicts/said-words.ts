import { textsOf } from './explained.ts';

type Json = Readonly<Record<string, unknown>>;

/** Members that say what an answer means; the others are codes, dates and versions. */
const WORDS = [
  'status',
  'error',
  'message',
  'estado',
  'mensaje',
  'clasificaMsg',
  'codigoMsg',
  'descripcionMsg',
] as const;

/** What an answer says, as far as the given one says it: two that mean the same are equal. */
export function wordsLike(given: unknown, body: unknown): unknown {
  const [wanted, said]: readonly Json[] = [Object(given), Object(body)];
  if (wanted === undefined || said === undefined) return {};
  if (Array.isArray(wanted['procesados']))
    return { procesados: each('procesados', wanted, said), rechazados: each('rechazados', wanted, said) };
  const words = WORDS.filter((key) => (wanted[key] ?? null) !== null).map((key) => [key, said[key]]);
  const listed =
    (wanted['observaciones'] ?? null) === null ? {} : { observaciones: textsOf(said['observaciones']) };
  const sealed = 'selloRecibido' in wanted ? { sealed: typeof said['selloRecibido'] === 'string' } : {};
  return Object.assign(Object.fromEntries(words), listed, sealed);
}

function each(key: 'procesados' | 'rechazados', wanted: Json, said: Json): readonly unknown[] {
  const [models, entries]: readonly unknown[][] = [listIn(wanted[key]), listIn(said[key])];
  return (entries ?? []).map((entry, index) => wordsLike(models?.[index] ?? entry, entry));
}

function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
