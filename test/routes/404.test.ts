import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { bought, INVALIDATION, invalidate, noted, sold, soldToTaxpayer } from '../support/cancelling.ts';
import { ownHouse } from '../support/house.ts';
import { lineBody, noteBody } from '../support/request-bodies.ts';
import { expectError } from '../support/response-headers.ts';
import { shared } from '../support/shared.ts';
import { callAbout, callWith } from './call-with.ts';
import { EMPTY_PLACES, NAMING, NOWHERE, type RouteCall } from './every-route.ts';

type Json = Readonly<Record<string, unknown>>;

const house = ownHouse({ company: { file: INVALIDATION } });
const LIMITS = { perMinute: 10_000, perHour: 10_000 };
let [sale, ccf, note, purchase]: [Json, Json, Json, Json] = [{}, {}, {}, {}];
/** Everything by which somebody might name what the company has issued. */
let names: readonly string[] = [];

const owner = shared(() => house.company.withKey(LIMITS));
const stranger = shared(async () => await (await house.addCompany({ file: INVALIDATION })).withKey(LIMITS));
beforeAll(async () => {
  sale = await sold(house.company, { external_ref: 'secreta' });
  ccf = await soldToTaxpayer(house.company);
  note = await noted(house.company, ccf);
  purchase = await bought(house.company);
  await invalidate(house.company, sale);
  const { body: rehearsal } = await owner.post('/rehearsals', {});
  names = [sale, ccf, note, purchase].flatMap((document) =>
    ['document_id', 'external_ref', 'control_number', 'generation_code'].map((name) =>
      String(document[name]),
    ),
  );
  names = [...names, String(rehearsal['rehearsal_id'])];
});

const MISSING: readonly (readonly [string, string])[] = [
  ['a reference that was never used', 'nunca'],
  ['a part of a reference', 'secret'],
  ['another case', 'SECRETA'],
  ['a control number', 'DTE-01-M001P001-000000000000001'],
  ['a pattern', '%25'],
  ['a character that stands for another', '%EF%BF%BD'],
  ['a UUID without hyphens', randomUUID().replaceAll('-', '')],
];
/** What a body may not hold where it names a document. */
const MISSING_IN_ADDRESSES: typeof MISSING = [
  ...MISSING,
  ['a NUL', '%00'],
  ['101 characters', 'x'.repeat(101)],
  ['what no reference is as long as', 'x'.repeat(12_000)],
  ['long as that, percent-encoded', '%C3%B1'.repeat(2_000)],
];

/** What whoever names nothing of his own is told, to the byte. */
const NO_DOCUMENT = { detail: 'Documento no encontrado', code: 'document_not_found' };
const NO_REHEARSAL = { detail: 'Ensayo no encontrado', code: 'rehearsal_not_found' };
const nothingOf = ({ path }: RouteCall) => (path.startsWith('/rehearsals') ? NO_REHEARSAL : NO_DOCUMENT);

describe.each(NAMING)('$method $path', (route) => {
  it('answers the same to another company as where there is nothing', async () => {
    const none = await callAbout(stranger, route, randomUUID());
    expectError(none, 404, nothingOf(route).code);
    expect(none.body).toEqual(nothingOf(route));
    for (const name of names) {
      const answer = await callAbout(stranger, route, name);
      expect([name, answer.status, answer.text]).toEqual([name, 404, none.text]);
      expect(Object.keys(answer.headers)).toEqual(Object.keys(none.headers));
    }
    expect(await house.sql('SELECT count(*)::int AS asked FROM invalidations')).toEqual([{ asked: 1 }]);
  });

  it.each(route.path.includes(NOWHERE) ? MISSING_IN_ADDRESSES : MISSING)(
    'does not find %s',
    async (_, name) => {
      expectError(await callAbout(owner, route, name), 404, nothingOf(route).code);
    },
  );
});

it.each(EMPTY_PLACES)('$method $path has nothing', async ({ code, detail, ...call }) => {
  const answer = await callWith(owner, call);
  expectError(answer, 404, code);
  expect(answer.body).toEqual({ detail, code });
});

it.each([
  '/credit-memo/status/x?utm_source=x&_=17&v',
  '/suex/status/x?utm_source=x&_=17&v',
  '/invalidate/status/x?include_dte=1',
  '/invalidate/suex/status/x?include_dte=1',
])('%s does not mind what means nothing to it', async (path) => {
  expectError(await owner.get(path), 404, 'document_not_found');
});

it('tells a document from one of another type, and from one that nobody asked to invalidate', async () => {
  const neverInvalidated = { detail: 'No se ha pedido invalidar este documento', code: 'never_invalidated' };
  for (const [path, document, told] of [
    ['/suex/status', sale, NO_DOCUMENT],
    ['/credit-memo/status', ccf, NO_DOCUMENT],
    ['/invalidate/suex/status', sale, NO_DOCUMENT],
    ['/invalidate/suex/status', purchase, neverInvalidated],
    ['/invalidate/status', purchase, neverInvalidated],
  ] as const)
    for (const name of [document['document_id'], document['external_ref']]) {
      const answer = await owner.get(`${path}/${name}`);
      expectError(answer, 404, told.code);
      expect(answer.body).toEqual(told);
    }
});

it('says that a CCF is missing before what is wrong with the lines', async () => {
  const body = noteBody('nunca', { lines: [lineBody({ quantity: 0 })] });
  expectError(await owner.post('/credit-memo', body), 404, 'document_not_found');
});

it('neither adjusts nor cancels what was issued in the environment that the company has left', async () => {
  const left = await sold(house.company);
  await house.sql('ALTER TABLE documents DISABLE TRIGGER keep_document');
  await house.sql("UPDATE documents SET environment = '01'");
  await house.sql('ALTER TABLE documents ENABLE TRIGGER keep_document');
  const answers = [
    await owner.post('/credit-memo', noteBody(ccf['document_id'])),
    await owner.call('POST', `/invalidate/${left['document_id']}`),
  ];
  for (const answer of answers) expectError(answer, 404, 'document_not_found');
});
