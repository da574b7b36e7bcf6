import { isRecord, type JsonRecord } from '../exact/json.ts';
import { TEXT_BY_CODE } from '../verdict/refusal.ts';

/** Whether a call is processed before it goes wrong: `after` stamps the document, `before` does not. */
export type When = 'before' | 'after';

/** One way to misbehave, with all it needs; what an action does not use has its default. */
export interface Misbehaviour {
  readonly action: ActionName;
  /** The service's name, or `all`. */
  readonly service: string;
  /** Only calls on behalf of this NIT; null for any. */
  readonly nit: string | null;
  readonly when: When;
  /** Milliseconds that pass first, or for `delay` itself. */
  readonly delayMs: number;
  /** HTTP status of `status` and `html`. */
  readonly status: number;
  /** Code and class of `code`, as they are printed: a number stays one. The class is null for that of the code. */
  readonly codigoMsg: string | number;
  readonly clasificaMsg: string | number | null;
  /** The words of `code`, and what it observes; null for those that the code usually comes with. */
  readonly descripcionMsg: string | null;
  readonly observaciones: readonly string[] | null;
  /** How long `down` lasts, and how late a `zombie` is processed. */
  readonly forMs: number;
  /** Size of the body of `oversized`. */
  readonly bytes: number;
  /** Pause between two bytes of `drip`. */
  readonly everyMs: number;
  /** How far the clock in the header of `date` is ahead; negative where it is behind. */
  readonly seconds: number;
}

/** The moment at which each action strikes unless told otherwise; those in `FIXED` cannot be told. */
const DEFAULT_WHEN = {
  delay: 'before',
  silence: 'before',
  reset: 'before',
  status: 'before',
  html: 'before',
  empty: 'before',
  truncated: 'after',
  drip: 'after',
  oversized: 'after',
  wrong_echo: 'after',
  no_sello: 'after',
  malformed_sello: 'after',
  expired_token: 'before',
  auth_error: 'before',
  code: 'before',
  absent: 'before',
  number_first: 'after',
  date: 'after',
  zombie: 'before',
  down: 'before',
} as const satisfies Readonly<Record<string, When>>;

export type ActionName = keyof typeof DEFAULT_WHEN;

const FIXED: readonly ActionName[] = [
  'expired_token',
  'auth_error',
  'zombie',
  'down',
  'number_first',
  'date',
];

/** Codes that can be answered on command without words of their own: 001 is what the simulator answers by itself. */
export const SCRIPTED_CODES: readonly string[] = Object.keys(TEXT_BY_CODE)
  .filter((code) => code !== '001')
  .sort();

/** With words of its own, a code can be any that the authority might make up. */
const ANY_CODE = /^\w{1,10}$/;

const DEFAULTS = { delayMs: 0, status: 503, forMs: 60_000, bytes: 2_097_152, everyMs: 250, seconds: 60 };

const HIGHEST: Readonly<Record<keyof typeof DEFAULTS, number>> = {
  delayMs: 3_600_000,
  status: 599,
  forMs: 86_400_000,
  bytes: 67_108_864,
  everyMs: 60_000,
  seconds: 31_536_000,
};

const LOWEST: Readonly<Record<keyof typeof DEFAULTS, number>> = {
  delayMs: 0,
  forMs: 0,
  bytes: 0,
  status: 200,
  everyMs: 1,
  seconds: -31_536_000,
};

export type Reading<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'problem'; readonly problem: string };

const numberKeys = ['delayMs', 'status', 'forMs', 'bytes', 'everyMs', 'seconds'] as const;

const FIELDS = [
  'action',
  'service',
  'nit',
  'when',
  'codigoMsg',
  'clasificaMsg',
  'descripcionMsg',
  'observaciones',
  ...numberKeys,
];

/** Reads one misbehaviour; `extra` names the fields beside it that the caller reads itself. */
export function readMisbehaviour(
  value: unknown,
  services: readonly string[],
  extra: readonly string[],
): Reading<Misbehaviour> {
  if (!isRecord(value)) return problem('each entry must be an object');
  const unknown = Object.keys(value).find((key) => !FIELDS.includes(key) && !extra.includes(key));
  if (unknown !== undefined) return problem(`unknown field ${unknown}`);
  const { action, service } = value;
  if (!isAction(action)) return problem(`action must be one of ${Object.keys(DEFAULT_WHEN).join(', ')}`);
  if (typeof service !== 'string' || !['all', ...services].includes(service)) {
    return problem(`service must be one of all, ${services.join(', ')}`);
  }
  return readDetails(value, action, service);
}

function readDetails(value: JsonRecord, action: ActionName, service: string): Reading<Misbehaviour> {
  const { nit = null, codigoMsg = '099' } = value;
  const when = value['when'] ?? (codigoMsg === '002' ? 'after' : DEFAULT_WHEN[action]);
  if (nit !== null && typeof nit !== 'string') return problem('nit must be a text');
  if (when !== 'before' && when !== 'after') return problem('when must be before or after');
  if (FIXED.includes(action) && when !== DEFAULT_WHEN[action]) return problem(`${action} has no other when`);
  const words = readWords(value, codigoMsg);
  if (words.kind === 'problem') return words;
  if (codigoMsg === '002' && when === 'before') return problem('002 means stamped: its when is after');
  const wrong = numberKeys.find((key) => !isWithin(value[key], key));
  if (wrong !== undefined)
    return problem(`${wrong} must be an integer from ${LOWEST[wrong]} to ${HIGHEST[wrong]}`);
  const numbers = { ...DEFAULTS, ...numbersOf(value) };
  return { kind: 'value', value: { action, service, nit, when, ...words.value, ...numbers } };
}

type Words = Pick<Misbehaviour, 'codigoMsg' | 'clasificaMsg' | 'descripcionMsg' | 'observaciones'>;

/** A code in the three digits of the manual, however it is printed: 100 is "100", and 3 is "003". */
export function codeText(code: string | number): string {
  return typeof code === 'number' ? String(code).padStart(3, '0') : code;
}

/** The code and the words that it comes with. */
function readWords(
  { descripcionMsg = null, observaciones = null, clasificaMsg = null }: JsonRecord,
  codigoMsg: unknown,
): Reading<Words> {
  if (clasificaMsg !== null && !isPrinted(clasificaMsg))
    return problem('clasificaMsg must be a text or a number');
  if (descripcionMsg !== null && typeof descripcionMsg !== 'string')
    return problem('descripcionMsg must be a text');
  if (observaciones !== null && !isListOfTexts(observaciones))
    return problem('observaciones must be a list of texts');
  const code = isPrinted(codigoMsg) ? codeText(codigoMsg) : '';
  const isAny = descripcionMsg !== null && ANY_CODE.test(code);
  if (!isPrinted(codigoMsg) || !(isAny || SCRIPTED_CODES.includes(code)))
    return problem(`codigoMsg must be one of ${SCRIPTED_CODES.join(', ')}, or come with descripcionMsg`);
  return { kind: 'value', value: { codigoMsg, clasificaMsg, descripcionMsg, observaciones } };
}

function isPrinted(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function numbersOf(value: JsonRecord): Partial<Record<keyof typeof DEFAULTS, number>> {
  const given = numberKeys.flatMap((key) => {
    const number = value[key];
    return typeof number === 'number' ? [[key, number] as const] : [];
  });
  return Object.fromEntries(given);
}

function isWithin(value: unknown, key: keyof typeof DEFAULTS): boolean {
  if (value === undefined) return true;
  if (typeof value !== 'number' || !Number.isInteger(value)) return false;
  return value >= LOWEST[key] && value <= HIGHEST[key];
}

function isAction(value: unknown): value is ActionName {
  return typeof value === 'string' && Object.hasOwn(DEFAULT_WHEN, value);
}

function problem(text: string): { readonly kind: 'problem'; readonly problem: string } {
  return { kind: 'problem', problem: text };
}
