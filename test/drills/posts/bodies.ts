import { randomBytes } from 'node:crypto';
import { FORM_LIMIT } from '../../../src/console/form.ts';

/** What a request posts. */
export interface FuzzedBody {
  readonly kind: string;
  readonly type: string | null;
  readonly body: Buffer;
  /** Whether the connection breaks before all of it has come. */
  readonly isCut?: boolean;
}

/** What a form may be filled with. */
export interface Fillable {
  /** The fields that its page has. */
  readonly names: readonly string[];
  readonly csrf: string;
  readonly random: () => number;
}

const FORM = 'application/x-www-form-urlencoded';
const NEARLY_ALL = FORM_LIMIT - 2_000;
const LEAVES = [
  'description',
  'quantity',
  'unit_price',
  'code',
  'unit',
  'item_type',
  'sale_type',
  'is_service',
];
const OTHER_LEAVES = ['activity_code', 'district', 'country', 'regime', 'x'];
const PAIRS_OF_MANY = 300;

/** Values that have been trouble somewhere: long, deep, odd, empty, of another type, or of another language. */
const VALUES: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  '99999999999999999999999999',
  'NaN',
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  "' OR 1=1 --",
  '%00',
  '\u0000x\u0000',
  '\ud800',
  '\u202etxt',
  'ñandú «café» 12',
  '{"a":[1,2,3]}',
  '[object Object]',
  '2026-11-27',
  '9999-12',
  '0000-01',
  '2026-13-45T99:99',
  'a@b',
  'ana@example.com',
  '0614-020202-002-4',
  '47111 · Venta',
  '01',
  '03',
  'customer.name 03 abc',
  'lines[0].description x y',
  '#{7*7}{{7*7}}',
  '1'.repeat(5_000),
  `${'1'.repeat(20_000)}x`,
  'a'.repeat(30_000),
  ' '.repeat(20_000),
  ';'.repeat(5_000),
  '\n'.repeat(5_000),
  '"'.repeat(5_000),
  'é'.repeat(5_000),
  'e\u0301'.repeat(5_000),
  '-'.repeat(10_000),
  '\u200b'.repeat(5_000),
  'a@'.repeat(5_000),
  '<'.repeat(10_000),
  '['.repeat(20_000),
  '{"a":'.repeat(20_000),
];

const ROW =
  '05/11/2026;4;03;DTE-03-M001P001-000000000000001;;;06140202020024;Nombre;0;0;10.00;1.30;0;0;11.30;;1;1;1';

function pick<T>(list: readonly T[], random: () => number, otherwise: T): T {
  return list[Math.floor(random() * list.length)] ?? otherwise;
}

function text(pairs: readonly (readonly [string, string])[]): Buffer {
  return Buffer.from(
    new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString(),
  );
}

/** The form as its page has it, each field with any value. */
function filled({ names, csrf, random }: Fillable): (readonly [string, string])[] {
  const some = names.filter(() => random() < 0.8).map((name) => [name, pick(VALUES, random, '')] as const);
  return [['_csrf', csrf], ...some];
}

/** As many lines as fit, with the leaves of a document or with others. */
function lines({ csrf, random }: Fillable): Buffer {
  const leaves = random() < 0.7 ? LEAVES : OTHER_LEAVES;
  const some = leaves.filter(() => random() < 0.5);
  const first = random() < 0.3 ? 9_000 : 0;
  const value = pick(['a', '1', '', 'café', '59', '2.50', 'x'.repeat(40)], random, 'a');
  const parts = [`_csrf=${csrf}`, 'external_ref=fuzz'];
  let length = 100;
  for (let at = first; at < first + 10_000 && length < NEARLY_ALL; at += 1)
    for (const leaf of some.length === 0 ? ['description'] : some) {
      const part = `lines[${at}].${leaf}=${encodeURIComponent(value)}`;
      length += part.length + 1;
      if (length < NEARLY_ALL) parts.push(part);
    }
  return Buffer.from(parts.join('&'));
}

function deep(random: () => number): string {
  const depth = Math.floor(random() * 3_000);
  return (
    pick(['a', '__proto__', 'constructor.prototype', 'lines', 'customer'], random, 'a') + '[x]'.repeat(depth)
  );
}

/** Rows as somebody pastes them, with what makes each slow. */
function pasted(random: () => number): string {
  return pick(
    [
      `${'1'.repeat(240_000)}x`,
      ';'.repeat(240_000),
      `${';'.repeat(18)}\n`.repeat(12_000),
      `${ROW}\n`.repeat(1_800),
      `${'"'.repeat(240_000)}`,
      `;"${'""'.repeat(50_000)};"${'""'.repeat(50_000)}`,
      `${' '.repeat(100)};\n`.repeat(2_300),
      '\n'.repeat(240_000),
      `${'1;'.repeat(30_000)}x`,
      '0'.repeat(200_000),
    ],
    random,
    '',
  );
}

const BOUNDARY = '----fuzz';

function multipart(fillable: Fillable): Buffer {
  const { random, csrf, names } = fillable;
  const part = (name: string, value: string | Buffer, more = '') =>
    Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]);
  const end = random() < 0.8 ? [Buffer.from(`--${BOUNDARY}--\r\n`)] : [];
  const many = Math.floor(random() * (random() < 0.1 ? 6_000 : 20));
  const file = random() < 0.5 ? [part('archivo', pasted(random), '; filename="a.csv"')] : [];
  const binary = random() < 0.3 ? [part('logo', randomBytes(2_000), '; filename="a.png"')] : [];
  const all = [
    part('_csrf', csrf),
    ...names.map((name) => part(name.replaceAll('"', ''), pick(VALUES, random, ''))),
    ...Array.from({ length: many }, (_, at) => part(`x${at}`, 'y')),
    ...(random() < 0.3 ? [part('texto', pasted(random))] : []),
    ...file,
    ...binary,
    ...end,
  ];
  return Buffer.concat(all).subarray(0, FORM_LIMIT + 50_000);
}

/** Each kind of body, with how often it comes in a hundred. */
const KINDS: readonly (readonly [
  kind: string,
  share: number,
  make: (fillable: Fillable) => Omit<FuzzedBody, 'kind'>,
])[] = [
  ['form', 50, (one) => ({ type: FORM, body: text(filled(one)).subarray(0, FORM_LIMIT + 1_000) })],
  ['empty', 4, () => ({ type: FORM, body: Buffer.alloc(0) })],
  ['lines', 6, (one) => ({ type: FORM, body: lines(one) })],
  [
    'many',
    5,
    ({ csrf, random, names }) => {
      const name = pick([...names, 'a', '__proto__', 'lines'], random, 'a');
      const times = random() < 0.3 ? 127_000 : PAIRS_OF_MANY;
      return {
        type: FORM,
        body: Buffer.from(`_csrf=${csrf}${`&${name}`.repeat(times)}`.slice(0, NEARLY_ALL)),
      };
    },
  ],
  [
    'deep',
    4,
    (one) => ({ type: FORM, body: text([...filled(one), [deep(one.random), 'x']]).subarray(0, NEARLY_ALL) }),
  ],
  [
    'pasted',
    5,
    (one) => ({
      type: FORM,
      body: text([...filled(one), ['texto', pasted(one.random)]]).subarray(0, NEARLY_ALL),
    }),
  ],
  [
    'long',
    4,
    ({ csrf, random, names }) => {
      const value = pick(['1', 'a', ' ', '%C3%A9', '%', '+', '%00', '<'], random, 'a');
      const name = pick(names, random, 'a');
      return {
        type: FORM,
        body: Buffer.from(`_csrf=${csrf}&${name}=${value.repeat(NEARLY_ALL)}`.slice(0, NEARLY_ALL)),
      };
    },
  ],
  [
    'bytes',
    4,
    ({ csrf, random }) => ({
      type: FORM,
      body: Buffer.concat([Buffer.from(`_csrf=${csrf}&a=`), randomBytes(Math.floor(random() * 3_000))]),
    }),
  ],
  ['parts', 10, (one) => ({ type: `multipart/form-data; boundary=${BOUNDARY}`, body: multipart(one) })],
  ['cut', 3, (one) => ({ type: FORM, body: text(filled(one)), isCut: true })],
  [
    'type',
    5,
    (one) => ({
      type: pick(
        [
          null,
          'application/json',
          'text/xml',
          'multipart/form-data',
          `${FORM}; charset=utf-16`,
          'x',
          `multipart/form-data; boundary="${'b'.repeat(80)}"`,
        ],
        one.random,
        null,
      ),
      body: text(filled(one)).subarray(0, 50_000),
    }),
  ],
];

/** A body of any kind. */
export function fuzzedBody(fillable: Fillable): FuzzedBody {
  let left = fillable.random() * KINDS.reduce((sum, [, share]) => sum + share, 0);
  for (const [kind, share, make] of KINDS) {
    left -= share;
    if (left < 0) return { ...make(fillable), kind };
  }
  return { kind: 'empty', type: FORM, body: Buffer.alloc(0) };
}

/** What stands behind the question mark of an address. */
export function fuzzedQuery({ names, random }: Fillable): string {
  const asked = [
    'q',
    'ref',
    'hecho',
    'a',
    'mes',
    'from',
    'to',
    'tipo',
    'ver',
    'en',
    'antes',
    'empresa',
    'de',
    ...names,
  ];
  const pairs = Array.from({ length: Math.floor(random() * 5) }, (): [string, string] => [
    pick(asked, random, 'q'),
    pick(VALUES, random, '').slice(0, 4_000).toWellFormed(),
  ]);
  const query = new URLSearchParams(pairs).toString();
  return query === '' ? '' : `?${query.slice(0, 8_000)}`;
}
