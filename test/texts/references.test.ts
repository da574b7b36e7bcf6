// One sale has one reference, however it is written; what was stored before there was one form of it goes on being found.
import { describe, expect, it } from 'vitest';
import { ccfBody, freshRef, invoiceBody, lineBody, noteBody, suexBody } from '../support/request-bodies.ts';
import { sharedHouse } from '../support/shared-house.ts';

const house = sharedHouse();

const idOf = async (path: string) => (await house.company.get(path)).body['document_id'];
const at = (reference: unknown) => encodeURIComponent(String(reference));

/** How many documents the company has whose reference has these letters in it. */
async function countOf(letters: string): Promise<unknown> {
  const [row] =
    await house.sql`SELECT count(*)::int AS documents FROM documents WHERE external_ref LIKE ${`%${letters}%`}`;
  return row?.['documents'];
}

describe('a reference', () => {
  it.each([
    ['blanks of a CHAR column', (text: string) => `${text}          `],
    ['more of them than a reference may be long', (text: string) => text.padEnd(255)],
    ['NUL, as fields of a fixed length have it', (text: string) => `${text}\0\0\0`],
    ['an end of line', (text: string) => `${text}\r\n`],
    ['blanks that nobody breaks', (text: string) => `\u00a0${text}\u202f`],
    ['a byte order mark before it', (text: string) => `\ufeff${text}`],
    ['its letters and accents apart', (text: string) => text.normalize('NFD')],
    ['both', (text: string) => ` ${text.normalize('NFD')}\t`],
  ])('is the same sale with %s, in either order', async (_, written) => {
    for (const [first, second] of [
      [(text: string) => text, written],
      [written, (text: string) => text],
    ] as const) {
      const reference = `pingüino-${freshRef()}`;
      const sale = await house.company.post('/invoice', invoiceBody({ external_ref: first(reference) }));
      const again = await house.company.post('/invoice', invoiceBody({ external_ref: second(reference) }));
      expect([sale.body['external_ref'], again.body['is_duplicate']]).toEqual([reference, true]);
      expect(again.body['document_id']).toBe(sale.body['document_id']);
      expect(await idOf(`/status/${at(second(reference))}`)).toBe(sale.body['document_id']);
      expect(await countOf(reference)).toBe(1);
    }
  });

  it('is the same for purchases, notes and previews', async () => {
    const [purchase, ccf] = [suexBody(), ccfBody()];
    await house.company.post('/suex', purchase);
    const again = await house.company.post('/suex', {
      ...purchase,
      external_ref: `${purchase['external_ref']} `,
    });
    await house.company.post('/invoice', ccf);
    const note = noteBody(`${ccf['external_ref']}  `);
    const first = await house.company.post('/credit-memo', note);
    const second = await house.company.post('/credit-memo', {
      ...note,
      external_ref: ` ${note['external_ref']}`,
    });
    expect([again, second].map(({ body }) => body['is_duplicate'])).toEqual([true, true]);
    expect(second.body['document_id']).toBe(first.body['document_id']);
    const preview = await house.company.post('/preview', {
      ...ccf,
      external_ref: `${ccf['external_ref']}\t`,
    });
    expect(preview.body['warnings']).toContainEqual(expect.objectContaining({ code: 'already_stamped' }));
  });

  it.each([
    '\u200b',
    '\u200d',
    '\u200e',
    '\u2060',
    '\u00ad',
    '\u202e',
    '\u2066',
    '\ufe0f',
    '\u2028',
    '\u0007',
  ])('with %j in it is refused by name and issues nothing', async (unseen) => {
    const letters = freshRef();
    const external_ref = `${letters.slice(0, 3)}${unseen}${letters.slice(3)}`;
    for (const [path, body] of [
      ['/invoice', invoiceBody({ external_ref })],
      ['/suex', suexBody({ external_ref })],
      ['/credit-memo', noteBody('nada', { external_ref })],
      ['/preview', invoiceBody({ external_ref })],
    ] as const) {
      const { status, body: answer } = await house.company.post(path, body);
      expect([status, answer['errors']]).toMatchObject([400, [{ field: 'external_ref' }]]);
    }
    expect(await countOf(letters.slice(3))).toBe(0);
  });
});

/** Puts the reference of a document back to what was sent of it, as it was stored before there was one form. */
async function storedAs(documentId: unknown, reference: string): Promise<void> {
  await house.sql`SET session_replication_role = replica`;
  await house.sql`UPDATE documents SET external_ref = ${reference} WHERE document_id = ${documentId}`;
  await house.sql`SET session_replication_role = origin`;
}

const PERSON = { name: 'Ana Ficticia', document_type: '13', document_number: '00000001-8' };
const WISH = { type: 2, reason: 'Se devolvió', responsible: PERSON, requester: PERSON };

const BEFORE: readonly (readonly [title: string, written: (text: string) => string])[] = [
  ['blanks behind it', (text) => `${text}   `],
  ['a blank before it', (text) => ` ${text}`],
  ['letters and accents apart', (text) => text.normalize('NFD')],
  ['a zero-width space', (text) => `${text}\u200b`],
  ['a byte order mark', (text) => `\ufeff${text}`],
  ['a soft hyphen and a blank', (text) => `${text}\u00ad `],
];

describe.each(BEFORE)('a reference that was stored with %s', (_, written) => {
  /** A stamped sale, and its reference as it was stored. */
  async function sold(body = invoiceBody()) {
    const stored = written(`añejo-${freshRef()}`);
    const { body: answer } = await house.company.post('/invoice', body);
    await storedAs(answer['document_id'], stored);
    return { stored, id: answer['document_id'] };
  }

  it('is found by its bytes, wherever an address has it', async () => {
    const { stored, id } = await sold();
    expect(await idOf(`/status/${at(stored)}`)).toBe(id);
    expect(await idOf(`/documents/${at(stored)}/events`)).toBe(id);
    expect((await house.company.get(`/file/${at(stored)}?type=json`)).status).toBe(200);
    const list = await house.company.get(`/documents?external_ref=${at(stored)}`);
    expect(list.body['documents']).toMatchObject([{ document_id: id, external_ref: stored }]);
    const status = await house.company.get(`/status/${at(stored)}?include_dte=1`);
    expect(status.body).toHaveProperty('schema.identificacion');
  });

  it('is no second sale, be the request what it may', async () => {
    const { stored, id } = await sold();
    for (const change of [
      {},
      { lines: [lineBody({ quantity: 7 })] },
      { nada: 1 },
      { establishment: 'M999' },
    ]) {
      const again = await house.company.post('/invoice', invoiceBody({ ...change, external_ref: stored }));
      expect([again.status, again.body['document_id'], again.body['is_duplicate']]).toEqual([200, id, true]);
    }
    const preview = await house.company.post('/preview', invoiceBody({ external_ref: stored }));
    expect(preview.body['warnings']).toContainEqual(expect.objectContaining({ code: 'already_stamped' }));
  });

  it('names its CCF to a note, and what is to be cancelled', async () => {
    const ccf = await sold(ccfBody());
    const lines = [lineBody()];
    const note = await house.company.post('/credit-memo', noteBody(ccf.stored, { lines }));
    expect([note.status, note.body['ccf_document_id'] ?? note.body['success']]).toEqual([
      200,
      expect.anything(),
    ]);
    const sale = await sold();
    const cancelled = await house.company.post(`/invalidate/${at(sale.stored)}`, WISH);
    expect([cancelled.status, cancelled.body['invalidated']]).toEqual([200, true]);
    expect((await house.company.get(`/invalidate/status/${at(sale.stored)}`)).status).toBe(200);
  });
});
