import { beforeAll, describe, expect, it } from 'vitest';
import { bought, noted, sold, soldToTaxpayer } from '../../test/support/cancelling.ts';
import {
  ccfBody,
  invoiceBody,
  lineBody,
  noteBody,
  subjectBody,
  suexBody,
} from '../../test/support/request-bodies.ts';
import { expectError, expectHeaders } from '../../test/support/response-headers.ts';
import { sharedHouse } from '../../test/support/shared-house.ts';

type Json = Readonly<Record<string, unknown>>;

const house = sharedHouse();
let originals: Readonly<Record<string, Json>>;

beforeAll(async () => {
  const { company } = house;
  originals = {
    '/invoice': await sold(company, { external_ref: 'venta' }),
    '/suex': await bought(company, { external_ref: 'compra' }),
    '/credit-memo': await noted(company, await soldToTaxpayer(company), { external_ref: 'nota' }),
  };
});

const BODIES: Readonly<Record<string, (changes: Json) => Json>> = {
  '/invoice': (changes) => invoiceBody({ external_ref: 'venta', ...changes }),
  '/suex': (changes) => suexBody({ external_ref: 'compra', ...changes }),
  '/credit-memo': (changes) => noteBody('no existe', { external_ref: 'nota', ...changes }),
};
const ROUTES = Object.keys(BODIES);

const post = (path: string, body: unknown) => house.company.post(path, body);
const bodyAt = (path: string, changes: Json) => BODIES[path]?.(changes);

async function expectOriginal(path: string, body: unknown): Promise<void> {
  const answer = await post(path, body);
  expect([answer.status, answer.body]).toEqual([200, { ...originals[path], is_duplicate: true }]);
  expectHeaders(answer);
}

/** Deeper than any body may be. */
const NESTED = `${'['.repeat(40)}${']'.repeat(40)}`;

describe('a refused POST to /invoice whose reference is stamped', () => {
  it.each(['', null, 1, ['01'], '01 ', '99'])(
    'is answered with its original where %j names no type',
    async (doc_type) => {
      await expectOriginal('/invoice', bodyAt('/invoice', { doc_type, lines: [] }));
      const text = JSON.stringify(bodyAt('/invoice', { doc_type })).slice(0, -1);
      await expectOriginal('/invoice', `${text}, "extra": ${NESTED}}`);
    },
  );
});

describe.each(ROUTES)('a refused POST to %s whose reference is stamped', (path) => {
  it.each<[string, Json]>([
    ['an unknown field', { surprise: 1 }],
    ['lines that are none', { lines: 'todas' }],
    ['too many lines', { lines: Array.from({ length: 2_001 }, () => lineBody()) }],
    ['a line without a price', { lines: [{ description: 'Pan', quantity: 1 }] }],
    ['a price below zero', { lines: [lineBody({ unit_price: -1 })] }],
    ['an unknown unit', { lines: [lineBody({ unit: 'kg' })] }],
    ['a control character', { observations: 'a\u0007' }],
  ])('is answered with its original in spite of %s', async (_, changes) => {
    await expectOriginal(path, bodyAt(path, changes));
  });

  it('is answered with its original in spite of what is wrong with the JSON', async () => {
    const text = JSON.stringify(bodyAt(path, {})).slice(0, -1);
    for (const more of [', "lines": [], "lines": []', `, "extra": ${NESTED}`])
      await expectOriginal(path, `${text}${more}}`);
  });

  it('is refused where no reference can be read', async () => {
    const text = JSON.stringify(bodyAt(path, {}));
    const bodies = [
      '',
      '{',
      '[]',
      '"venta"',
      text.slice(0, -1),
      bodyAt(path, { external_ref: 7, surprise: 1 }),
      bodyAt(path, { external_ref: '', surprise: 1 }),
      bodyAt(path, { external_ref: 'x'.repeat(101) }),
      bodyAt(path, { external_ref: null, surprise: 1 }),
      `${text.slice(0, -1)}, "external_ref": ${JSON.stringify(originals[path]?.['external_ref'])}}`,
    ];
    for (const body of bodies) expect((await post(path, body)).status, JSON.stringify(body)).toBe(400);
  });

  it('is refused under the reference of another type, of nobody, and of another company', async () => {
    for (const external_ref of ['venta', 'compra', 'nota', 'nunca'])
      if (external_ref !== originals[path]?.['external_ref'])
        expect((await post(path, bodyAt(path, { external_ref, surprise: 1 }))).status).toBe(400);
    const other = await house.addCompany({ certificate: 'none' });
    expectError(await other.post(path, bodyAt(path, { surprise: 1 })), 400, 'invalid_request');
  });

  it('is a stranger’s with a wrong key', async () => {
    const stranger = house.caller('sello_test_mal');
    expectError(await stranger.post(path, bodyAt(path, { surprise: 1 })), 401, 'unauthorized');
  });
});

describe('a refused POST', () => {
  it('is answered with its original where its fields contradict each other', async () => {
    await expectOriginal(
      '/invoice',
      bodyAt('/invoice', { payment_method: '01', payments: [{ method: '01' }] }),
    );
    await expectOriginal('/suex', bodyAt('/suex', { redirect_email: 'sin arroba' }));
    await expectOriginal(
      '/credit-memo',
      bodyAt('/credit-memo', { full_adjustment: true, lines: [lineBody()] }),
    );
  });

  it('is answered with its original where its type’s rules would refuse it', async () => {
    await expectOriginal('/invoice', bodyAt('/invoice', { establishment: 'X999' }));
    await expectOriginal('/suex', bodyAt('/suex', { subject: subjectBody({ document_number: '1' }) }));
  });

  it('is refused where it asks for another type', async () => {
    for (const doc_type of ['03', '05', '11', '14'])
      expect((await post('/invoice', bodyAt('/invoice', { doc_type, surprise: 1 }))).status).toBe(400);
    await expectOriginal('/invoice', bodyAt('/invoice', { doc_type: null, surprise: 1 }));
  });

  it('is refused while its reference has no stamp', async () => {
    await house.authority.script({ service: 'recepcion', action: 'code', codigoMsg: '096' });
    const rejected = ccfBody({ external_ref: 'rechazada' });
    expect((await post('/invoice', rejected)).body).toMatchObject({ rejected: true });
    expectError(await post('/invoice', { ...rejected, surprise: 1 }), 400, 'invalid_request');
    expectError(await post('/invoice', { ...rejected, establishment: 'X999' }), 400, 'invalid_request');
  });

  it('finds what is stamped by its reference, not by an identifier that reads the same', async () => {
    const external_ref = originals['/suex']?.['document_id'];
    const own = await sold(house.company, { external_ref });
    const { status, body } = await post('/invoice', invoiceBody({ external_ref, surprise: 1 }));
    expect([status, body]).toEqual([200, { ...own, is_duplicate: true }]);
  });
});
