/** Texts that some field takes and others refuse: codes, numbers of documents, dates, addresses of all kinds. */
export const TEXTS: readonly string[] = [
  ...[
    '',
    ' ',
    'x',
    '0',
    '1',
    '00',
    '01',
    '02',
    '03',
    '04',
    '05',
    '06',
    '07',
    '08',
    '09',
    '10',
    '11',
    '13',
    '14',
    '15',
  ],
  ...[
    '20',
    '36',
    '37',
    '41',
    '57',
    '59',
    '71',
    '79',
    '90',
    '92',
    '98',
    '99',
    '100',
    '0199',
    'x10',
    'x15',
    '1.5',
  ],
  ...[
    'A1',
    'A6',
    'A8',
    'A9',
    'B1',
    'C3',
    'C8',
    'D1',
    'D4',
    'D5',
    'd1',
    'USD',
    'usd',
    'EUR',
    'EX-1',
    '1000.000',
  ],
  ...['9300', '9450', '9999', '0000', 'US', '06140101900018', '061401019000181', '012345678', '0123456789'],
  ...[
    '11111111111111',
    '222222222',
    '00000001234567',
    '000000012',
    '01234567-8',
    '012345678-',
    '1234567',
    '123456789',
  ],
  ...[
    'DTE-01-M001P001-000000000000007',
    'DTE-03-S123P999-000000000000007',
    'DTE-05-B001P001-000000000000007',
  ],
  ...[
    'DTE-11-P001P001-000000000000007',
    'DTE-14-ABCD1234-000000000000007',
    'DTE-01-ABCD1234-000000000000007',
  ],
  ...[
    'DTE-01-M001X001-000000000000007',
    'DTE-01-M001P001-00000000000000A',
    'dte-01-M001P001-000000000000007',
  ],
  ...[
    'A1B2C3D4-0000-4000-8000-00000000000F',
    'a1b2c3d4-0000-4000-8000-00000000000f',
    'A1B2C3D400004000800000000000000F',
  ],
  ...[
    '2026-02-28',
    '2026-02-29',
    '2024-02-29',
    '2100-02-29',
    '2000-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
  ],
  ...['0000-01-01', '2026-1-01', '26-01-01', '2026-01-01T00:00:00', '2026/01/01', '2026-01-00', '9999-12-31'],
  ...['00:00:00', '23:59:59', '24:00:00', '19:60:00', '12:00:60', '12:00:0', '12:00', '1:00:00', '12:00:00 '],
  ...[
    'a@b.co',
    'a@b',
    'a@b.c',
    'a@b.c1',
    'a@b.1c',
    'A.B+c@d-e.FG',
    '.a@b.co',
    'a..b@c.de',
    'a@-b.co',
    'a@b-.co',
  ],
  ...[
    'a b@c.de',
    '"a b"@c.de',
    'ñ@b.co',
    'a@b.co\n',
    'a@[1.2.3.4]',
    `${'a'.repeat(65)}@b.co`,
    `a@${'b'.repeat(64)}.co`,
  ],
  ...['2222-3333', '👍👍👍👍👍👍👍👍', '\u2028', 'a\r\nb', '\ud800', '😀', 'ABCDE', 'ABCDEF', 'M001', 'P001'],
];

/** Numbers at the edges of some range or of its decimals. */
export const NUMBERS: readonly number[] = [
  ...[0, -0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 28, 41, 48, 59, 60, 98, 99, 100, 101, 1999, 2000, 2001],
  ...[
    -1,
    -0.01,
    0.01,
    0.001,
    0.07,
    0.29,
    1.005,
    0.1 + 0.2,
    1e-8,
    1e-9,
    1.23456789,
    1.234567891,
    1.5e-7,
    5e-324,
  ],
  ...[99.99, 100.01, 100.001, 1094.99, 1095, 1095.01, 9999.99, 10_000, 10_000.01, 2.5, -1e-8],
  ...[99_999_999_999, 99_999_999_999.99, 1e11, 1e11 + 0.5, 1e21, 1e300, -99_999_999_999.99, -1e11, -1e21],
  ...[Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1_234_567.89, 12_345_678_901.23],
];

/** Values of every other type. */
export const OTHER_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [null],
  [{}],
  { a: 1 },
  [[]],
  '1',
  1,
];

/** Lengths at the edges of some limit. */
export const LENGTHS: readonly number[] = [
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 15, 16, 20, 21, 25, 26, 30, 31, 32, 36, 37, 50, 51, 70, 71],
  ...[100, 101, 150, 151, 200, 201, 250, 251, 300, 301, 500, 501, 1000, 1001, 1500, 1501, 3000, 3001],
];

/** The same for lists. */
export const COUNTS: readonly number[] = [2, 10, 11, 20, 21, 50, 51];
/** The longest body, and one more: slow to judge and therefore rare. */
export const HUGE_COUNTS: readonly number[] = [2000, 2001];

/**
 * Keys that are no keys where they are put, and some that JavaScript treats in its own way. The validator itself fails
 * on a member `toString` or `valueOf` of entries that must differ, so that it has no verdict to compare.
 */
export const KEYS: readonly string[] = [
  ...[
    'extra',
    'Nit',
    'nit',
    'observaciones',
    'distrito',
    'isPrototypeOf',
    'constructor',
    '__proto__',
    '',
    'a/b',
    'length',
  ],
];
