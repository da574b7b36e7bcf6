import type { RouteCall } from './every-route.ts';

/** What a company without a certificate asks for wrongly, and what it is told. */
export interface Refusal extends RouteCall {
  readonly detail: string;
}

type Asked = readonly (readonly [query: string, detail: string])[];

/** A route that is asked with each of these queries. */
function asked(path: string, queries: Asked): readonly Refusal[] {
  return queries.map(([query, detail]) => ({ method: 'GET', path: `${path}?${query}`, detail }));
}

/** A route that is posted each of these bodies. */
function posted(
  path: string,
  bodies: readonly (readonly [body: unknown, detail: string])[],
): readonly Refusal[] {
  return bodies.map(([body, detail]) => ({ method: 'POST', path, body: () => body, detail }));
}

const NO_MONTH = 'month: debe ser un mes, como 2026-11.';
const OF_A_MONTH = [
  'books/MONTH/contribuyentes',
  'f07/MONTH',
  'f07/MONTH/annexes/1',
  'f07/MONTH/closing',
  'f07/MONTH/closing/1/files/x',
  'f07/MONTH/difference',
  'f07/MONTH/reconciliation',
];
const NO_MONTHS = ['noviembre', '2026-13', '2026-1', '11-2026', '2026-11-01', '2026-11.zip'];
const OF_MONTHS: readonly Refusal[] = OF_A_MONTH.flatMap((path) =>
  NO_MONTHS.map((month) => ({
    method: 'GET',
    path: `/reports/${path.replace('MONTH', month)}`,
    detail: NO_MONTH,
  })),
);

const NO_PAGE = 'page: debe ser un número entero desde 1.';
const NO_TIME = 'debe ser una fecha, como 2026-11-01, o un momento, como 2026-11-01T08:00:00.';
const NO_CUSTOMER = 'customer: debe ser un texto de 3 a 250 caracteres, sin caracteres de control.';
const NO_FILE_TYPE = 'type: debe ser uno de estos valores: ticket, invoice, invalidation, json.';
const NO_ESTABLISHMENT =
  'establishment: el código de establecimiento debe tener 4 caracteres de A a Z y de 0 a 9, como M001.';
const NO_CURSOR = 'cursor: no es el next de una página con estos filtros y este order.';
const NO_STATE =
  'state: debe ser uno o varios de estos valores, separados por comas: stamped, contingency, rejected.';
const NO_LIMIT = 'limit: debe ser un número entero de 1 a 200.';
const MISSPELT = 'custmer: no es un parámetro conocido. ¿Quiso decir «customer»?';
const TOGETHER =
  'los campos operation_type, classification, sector y cost_type van juntos. (y 2 problemas más)';
const UNKNOWN_FILTERS: Asked = [
  [
    'state[0]=rejected',
    'state[0]: no es un parámetro conocido. Envíe state una vez; varios valores, con comas.',
  ],
  ['desde=2026-12-01', 'desde: no es un parámetro conocido.'],
  ['state=x', NO_STATE],
  ['custmer=ana', MISSPELT],
];
const SWITCHES: Asked = [
  ['notes=negativas', 'notes: debe ser uno de estos valores: positive, negative.'],
  ['exports=1', 'exports: debe ser uno de estos valores: without_freight, with_freight.'],
  ['codes=34', 'codes: debe ser uno de estos valores: 36, 32.'],
  ['names=utf8', 'names: debe ser uno de estos valores: plain, accents.'],
  ['note=negative', 'note: no es un parámetro conocido. ¿Quiso decir «notes»?'],
];
const NO_FLAG = 'debe ser uno de estos valores: true, false, 1, 0.';
const NO_DTE: Asked = ['yes', '', '2', '01', 'TRUE', 's%C3%AD'].map((value) => [
  `include_dte=${value}`,
  `include_dte: ${NO_FLAG}`,
]);

/** Requests that are refused with `invalid_request`, whatever the database holds. */
export const REFUSALS: readonly Refusal[] = [
  ...['activities', 'departments', 'countries', 'units'].flatMap((catalog) =>
    asked(`/catalogs/${catalog}`, [['search=a&search=b', 'search: debe ser un texto.']]),
  ),
  ...asked('/catalogs/districts/search', [
    ['q=a&q=b', 'q: debe ser un texto.'],
    ...['0', '-1', '1.5', 'dos', '', '1e3', '99999999', '1%201'].map(
      (page) => [`page=${page}`, NO_PAGE] as const,
    ),
  ]),
  ...['/credit-memo/status/x', '/suex/status/x'].flatMap((path) =>
    asked(path, [['includ_dte=1', 'includ_dte: no es un parámetro conocido. ¿Quiso decir «include_dte»?']]),
  ),
  ...asked('/status/x', [
    ['include_dte=1&include_dte=0', 'include_dte: debe ser un texto. (y 1 problema más)'],
    ...NO_DTE,
  ]),
  ...asked('/documents', [
    ['from=2026-02-30', `from: ${NO_TIME}`],
    ['to=ayer', `to: ${NO_TIME}`],
    [
      'doc_type=01,02',
      'doc_type: debe ser uno o varios de estos valores, separados por comas: 01, 03, 05, 11, 14.',
    ],
    ['state=sellado', NO_STATE],
    ['customer=ab', NO_CUSTOMER],
    ['customer=a%00bc', NO_CUSTOMER],
    ['nit=123', 'nit: debe tener 9 o 14 cifras.'],
    ['amount=1,5', 'amount: debe ser un monto en dólares con 2 decimales como máximo, como 12.50.'],
    ['amount=1&amount_min=1', 'amount_min: no va junto con amount.'],
    [
      'control_number=%25%25%25',
      'control_number: debe ser una parte de un número de control, de 3 a 31 letras, cifras y guiones.',
    ],
    ...['invalidated', 'adjusted', 'contingency', 'totals'].map(
      (name) => [`${name}=no`, `${name}: ${NO_FLAG}`] as const,
    ),
    ['invalidated=1&invalidated=0', 'invalidated: debe ser un texto. (y 1 problema más)'],
    ['limit=0', NO_LIMIT],
    ['limit=201', NO_LIMIT],
    ['order=desc', 'order: debe ser uno de estos valores: newest, oldest.'],
    [
      'fields=control_number,amount_totl',
      'fields: «amount_totl» no es un campo. ¿Quiso decir «amount_total»?',
    ],
    ['fields=amount,amount', 'fields: un nombre está dos veces.'],
    ['cursor=x', NO_CURSOR],
    ['customer=ana&customer=eva', 'customer: debe ser un texto.'],
  ]),
  // Without these filters it would list everything.
  ...['', '.csv', '.xlsx', '.zip'].flatMap((form) => asked(`/documents${form}`, UNKNOWN_FILTERS)),
  ...['.csv', '.xlsx'].flatMap((form) =>
    asked(`/documents${form}`, [['fields=todo', 'fields: «todo» no es un campo.']]),
  ),
  ...asked('/documents.zip', [
    ['limit=201', NO_LIMIT],
    ['cursor=x', NO_CURSOR],
  ]),
  ...posted('/documents/nada/mail', [
    [{ address: 'sin-arroba' }, 'address: el correo no tiene un formato válido, como nombre@dominio.com.'],
    [{ address: 7 }, 'address: debe ser un texto.'],
    [{ adress: 'ana@example.com' }, 'adress: no es un campo conocido. ¿Quiso decir «address»?'],
  ]),
  ...asked('/file/x', [
    ['type=json&type=ticket', 'type: debe ser un texto.'],
    ...['', 'type=', 'type=pdf', 'type=JSON', 'type=INVOICE'].map((query) => [query, NO_FILE_TYPE] as const),
    ...['57', '', '080', '58.0'].map(
      (width) => [`type=ticket&width=${width}`, 'width: debe ser uno de estos valores: 58, 80.'] as const,
    ),
  ]),
  ...posted('/rehearsals', [
    [{ generation: 'v3' }, 'generation: debe ser uno de estos valores: v1, v2.'],
    [{ since: '2026-13-01' }, 'since: debe ser un día, como 2026-11-01.'],
    [{ sinse: '2026-11-01' }, 'sinse: no es un campo conocido. ¿Quiso decir «since»?'],
  ]),
  ...OF_MONTHS,
  ...asked('/reports/books/2026-11/contribuyentes', [
    ['format=docx', 'format: debe ser uno de estos valores: pdf, xlsx.'],
    ['exports=1', 'exports: debe ser uno de estos valores: without_freight, with_freight.'],
    ['establishment=m1', NO_ESTABLISHMENT],
    ['formato=pdf', 'formato: no es un parámetro conocido. ¿Quiso decir «format»?'],
  ]),
  ...asked('/reports/f07/2026-11', SWITCHES),
  ...asked('/reports/f07/2026-11/annexes/1', SWITCHES),
  ...posted('/reports/f07/noviembre/close', [[{}, NO_MONTH]]),
  ...posted('/reports/f07/2026-01/close', [
    [{ notes: 'negativas' }, 'notes: debe ser uno de estos valores: positive, negative.'],
    [{ amend: 'si' }, 'amend: debe ser verdadero o falso (true o false).'],
    [{ ammend: true }, 'ammend: no es un campo conocido. ¿Quiso decir «amend»?'],
  ]),
  ...posted('/reports/f07/noviembre/classes', [[{ income_type: 2 }, NO_MONTH]]),
  ...posted('/reports/f07/2026-01/classes', [
    [{}, 'operation_type: falta al menos un código que cambiar.'],
    [
      { income_type: 11 },
      'income_type: debe ser uno de estos valores: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13.',
    ],
    [{ operation_type: 8 }, 'operation_type: debe ser uno de estos valores: 1, 2, 3, 4, 12, 13.'],
    [
      { operation_type: 1, sector: 1, classification: 1, cost_type: 7 },
      'classification: solo es de compras: doc_types debe ser 14. (y 2 problemas más)',
    ],
    [{ doc_types: ['14'], income_type: 2 }, 'income_type: no es de una compra.'],
    [{ doc_types: ['14'], sector: 1 }, `operation_type: ${TOGETHER}`],
    [{ doc_types: ['14'], operation_type: 1 }, `classification: ${TOGETHER}`],
    [
      { doc_types: ['01', '14'], operation_type: 1 },
      'doc_types: el tipo 14 es una compra y lleva otros códigos: va en una solicitud aparte.',
    ],
    [{ external_refs: [], income_type: 2 }, 'external_refs: debe tener al menos 1 elemento.'],
    [
      { doc_types: ['07'], operation_type: 1 },
      'doc_types[0]: debe ser uno de estos valores: 01, 03, 05, 11, 14.',
    ],
    [
      { establishmnt: 'M001', income_type: 2 },
      'establishmnt: no es un campo conocido. ¿Quiso decir «establishment»?',
    ],
  ]),
  ...asked(
    '/reports/f07/2026-01/reconciliation',
    ['x', '-1', '1234567890123456789'].map((after) => [
      `after=${after}`,
      'after: debe ser el next de la respuesta anterior.',
    ]),
  ),
];
