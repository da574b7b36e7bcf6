import { contribuyenteBody, lineBody } from '../support/request-bodies.ts';

type Json = Readonly<Record<string, unknown>>;

/** Something that a program may send to POST /invoice as it finds it, and the plain request that it means. */
export interface ForgivenBody {
  /** The decision, in its own words. */
  readonly sentence: string;
  /** JSON text of fields, without reference; `LINES` stands for one bread. */
  readonly sent: string;
  readonly meant: Json;
}

const quantity = (value: number) => ({ lines: [lineBody({ quantity: value })] });
const sentQuantity = (text: string) =>
  `"lines":[{"description":"Pan francés","unit_price":1.13,"quantity":${text}}]`;
const sentPrice = (text: string) =>
  `"lines":[{"description":"Pan francés","unit_price":${text},"quantity":1}]`;
const price = (value: number) => ({ lines: [lineBody({ unit_price: value })] });
const LINES = { lines: [lineBody()] };
const CREDIT = { ...LINES, transaction_condition: 2 };
const CCF = JSON.stringify(contribuyenteBody()).slice(1, -1);

/** Every body that is forgiven, and what it means. */
export const FORGIVEN: readonly ForgivenBody[] = [
  {
    sentence: 'noise digits are rounded',
    sent: sentQuantity('3.3333333333333335'),
    meant: quantity(3.33333333),
  },
  {
    sentence: 'the sum of floats is what it stands for',
    sent: sentPrice('0.30000000000000004'),
    meant: price(0.3),
  },
  { sentence: 'a double of Java may have an exponent', sent: sentQuantity('1.0E1'), meant: quantity(10) },
  { sentence: 'a small double of Java may have one too', sent: sentPrice('5.0E-4'), meant: price(0.0005) },
  { sentence: 'a float of Python may have one', sent: sentPrice('1e-05'), meant: price(0.00001) },
  {
    sentence: 'half of the eighth decimal rounds away from zero',
    sent: sentQuantity('2.000000005'),
    meant: quantity(2.00000001),
  },
  {
    sentence: 'a number is read from its text, not from a double',
    sent: sentQuantity('2.00000000499999999999'),
    meant: quantity(2),
  },
  { sentence: 'zero may have a sign', sent: sentPrice('-0.0'), meant: price(0) },
  { sentence: 'a quantity may be text', sent: sentQuantity('"1.50"'), meant: quantity(1.5) },
  { sentence: 'a price may be text', sent: sentPrice('"1.50"'), meant: price(1.5) },
  {
    sentence: 'a discount may be text',
    sent: '"lines":[{"description":"Pan francés","quantity":1,"unit_price":1.13,"discount_percentage":"10.00"}]',
    meant: { lines: [lineBody({ discount_percentage: 10 })] },
  },
  {
    sentence: 'the amount of a payment may be text',
    sent: 'LINES,"payments":[{"method":"01","amount":"1.00"},{"method":"02","amount":null}]',
    meant: { ...LINES, payments: [{ method: '01', amount: 1 }, { method: '02' }] },
  },
  {
    sentence: 'condition, deadline and period may be digits as text',
    sent: 'LINES,"transaction_condition":"2","deadline":"2","period":"06"',
    meant: { ...CREDIT, deadline: 2, period: 6 },
  },
  {
    sentence: 'the kinds of taxpayer and person may be digits as text',
    sent: `LINES,"doc_type":"03","customer":{${CCF.replace('"type_contributor":1', '"type_contributor":"1"')},"person_type":"2"}`,
    meant: { ...LINES, doc_type: '03', customer: contribuyenteBody({ person_type: 2 }) },
  },
  {
    sentence: 'credit without terms is for one day',
    sent: 'LINES,"transaction_condition":2',
    meant: { ...CREDIT, deadline: 1, period: 1 },
  },
  {
    sentence: 'credit without deadline counts days',
    sent: 'LINES,"transaction_condition":2,"period":30',
    meant: { ...CREDIT, deadline: 1, period: 30 },
  },
  {
    sentence: 'credit without period is for one',
    sent: 'LINES,"transaction_condition":2,"deadline":3',
    meant: { ...CREDIT, deadline: 3, period: 1 },
  },
  {
    sentence: 'an empty text is absent wherever null is',
    sent: 'LINES,"customer_name":"","payments":"","transaction_condition":"","observations":"","customer":""',
    meant: LINES,
  },
  {
    sentence: 'an empty list for an empty object is absent',
    sent: 'LINES,"customer":[],"export":[]',
    meant: LINES,
  },
  {
    sentence: 'unknown fields that are null pass',
    sent: 'LINES,"vendedor":null,"customer":{"name":"Ana","puntos":null}',
    meant: { ...LINES, customer: { name: 'Ana' } },
  },
  {
    sentence: 'line ends of Windows and of old Macs are line feeds',
    sent: String.raw`LINES,"observations":"uno\r\ndos\rtres"`,
    meant: { ...LINES, observations: 'uno\ndos\ntres' },
  },
];

/** What costs something is not forgiven. */
export interface RefusedBody {
  readonly sentence: string;
  readonly sent: string;
  readonly detail: string;
}

export const REFUSED: readonly RefusedBody[] = [
  {
    sentence: 'more than 11 integer digits are refused',
    sent: sentPrice('1E11'),
    detail: 'lines[0].unit_price: admite como máximo 11 dígitos enteros.',
  },
  {
    sentence: 'a quantity that rounds to nothing is refused',
    sent: sentQuantity('"4.9e-9"'),
    detail: 'lines[0].quantity: debe ser mayor que cero; se redondea a 8 decimales.',
  },
  {
    sentence: 'a number with a comma is refused',
    sent: sentQuantity('"1,50"'),
    detail: 'lines[0].quantity: debe ser un número, como 1.50.',
  },
  {
    sentence: 'an unknown field that says something is refused with its neighbour',
    sent: '"lines":[{"description":"Pan","quantity":1,"unit_price":1,"discount_percent":5}]',
    detail: 'lines[0].discount_percent: no es un campo conocido. ¿Quiso decir «discount_percentage»?',
  },
  {
    sentence: 'the document type of another route is refused',
    sent: 'LINES,"doc_type":"14"',
    detail: 'doc_type: debe ser uno de estos valores: 01, 03, 11.',
  },
];

/** A request beside issuing, and what comes of it. */
export interface OpenDoor {
  readonly sentence: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Asked without a key. */
  readonly stranger: boolean;
  readonly status: number;
  /** What the body's text matches. */
  readonly says: RegExp;
}

const WITH_KEY = { headers: {}, stranger: false };
const BROWSER = { headers: { accept: 'text/html,*/*;q=0.8' }, stranger: true };

export const DOORS: readonly OpenDoor[] = [
  {
    ...WITH_KEY,
    sentence: 'an unknown parameter is ignored',
    path: '/catalogs/units?search=libra&_=17',
    status: 200,
    says: /Libra/,
  },
  {
    ...WITH_KEY,
    sentence: 'a near miss of a parameter is named',
    path: '/catalogs/units?serch=libra',
    status: 400,
    says: /¿Quiso decir «search»\?/,
  },
  {
    ...WITH_KEY,
    sentence: 'the parameters of Select2 fit the districts',
    path: '/catalogs/districts/search?term=suchi&q=suchi&_type=query&page=1',
    status: 200,
    says: /"text":"Suchitoto/,
  },
  {
    ...WITH_KEY,
    sentence: 'countries are listed',
    path: '/catalogs/countries?search=guatemala',
    status: 200,
    says: /"GT"/,
  },
  {
    ...WITH_KEY,
    sentence: 'payment methods are listed',
    path: '/catalogs/payment-methods',
    status: 200,
    says: /Efectivo/,
  },
  {
    ...WITH_KEY,
    sentence: 'documents of identity are listed',
    path: '/catalogs/document-types',
    status: 200,
    says: /DUI/,
  },
  { ...WITH_KEY, sentence: 'incoterms are listed', path: '/catalogs/incoterms', status: 200, says: /FOB/ },
  {
    ...WITH_KEY,
    sentence: 'precincts are listed',
    path: '/catalogs/precincts',
    status: 200,
    says: /Acajutla/,
  },
  { ...WITH_KEY, sentence: 'regimes are listed', path: '/catalogs/regimes', status: 200, says: /1000\.000/ },
  {
    ...WITH_KEY,
    sentence: 'regime types are listed',
    path: '/catalogs/regime-types',
    status: 200,
    says: /EX-1/,
  },
  {
    ...WITH_KEY,
    sentence: 'kinds of establishment are listed',
    path: '/catalogs/establishment-kinds',
    status: 200,
    says: /Casa Matriz/,
  },
  {
    ...BROWSER,
    sentence: 'the bare address leads a person to the interface',
    path: '/',
    status: 302,
    says: /^$/,
  },
  {
    ...BROWSER,
    sentence: 'a wrong link shows a person a page',
    path: '/file/x?type=invoice&token=a.b',
    status: 404,
    says: /<html lang="es">[\s\S]*no lleva a ningún documento/,
  },
];
