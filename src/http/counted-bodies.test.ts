import { describe, expect, it } from 'vitest';
import { openSocket } from '../../test/door/raw-request.ts';
import { ownHouse } from '../../test/support/house.ts';
import { freshRef, invoiceBody } from '../../test/support/request-bodies.ts';

const [OF_COMPANY, OF_ALL] = [20_000, 30_000];
/** Room for a sale or two. */
const LEFT = 2_000;
const house = ownHouse({ byteLimits: { ofCompany: OF_COMPANY, ofAll: OF_ALL } });

/** Begins a sale of this company, with the headers and the part of the body that it has sent. */
function begin({ key }: { readonly key: string }, header: string, part = '') {
  const socket = openSocket(house.company.url);
  const own = ['host: sello', `authorization: Bearer ${key}`, 'content-type: application/json', header];
  socket.write(`POST /invoice HTTP/1.1\r\n${own.join('\r\n')}\r\n\r\n${part}`);
  return socket;
}

/** The status that a connection is answered with. */
const answered = (socket: ReturnType<typeof begin>): Promise<string> =>
  new Promise((resolve) => {
    socket.once('data', (bytes: Buffer) => resolve(String(bytes).slice(9, 12)));
  });

const BLANKS = ' '.repeat(OF_COMPANY);

/** The status of a sale in so many bytes at least. */
const sells = async (bytes = 0) => {
  const sale = JSON.stringify(invoiceBody({ external_ref: freshRef() }));
  return (await house.company.post('/invoice', sale.padEnd(bytes))).status;
};

describe('a body for which there is no room', () => {
  it.each([
    ['says its length', `content-length: ${OF_COMPANY}`, BLANKS],
    ['comes in chunks', 'transfer-encoding: chunked', `${OF_COMPANY.toString(16)}\r\n${BLANKS}\r\n0\r\n\r\n`],
  ])('is refused where it %s, and taken when there is room again', async (_, header, body) => {
    const first = begin(house.company, 'content-length: 1000');
    expect(await sells()).toBe(200);
    const second = begin(house.company, header, body);
    expect(await answered(second)).toBe('503');
    expect(await sells()).toBe(200);
    for (const socket of [first, second]) socket.resetAndDestroy();
    // Blanks are no JSON.
    await expect.poll(() => answered(begin(house.company, header, body))).toBe('400');
  });

  it('is refused also to another company where all have taken what there is', async () => {
    const other = await house.addCompany();
    const held = begin(house.company, `content-length: ${OF_COMPANY - LEFT}`);
    expect(await sells()).toBe(200);
    expect(await sells(LEFT + 1)).toBe(503);
    const most = OF_ALL - OF_COMPANY + LEFT;
    const late = begin(other, `content-length: ${most + 1}`, BLANKS.slice(0, most + 1));
    expect(await answered(late)).toBe('503');
    expect((await other.post('/invoice', invoiceBody({ external_ref: freshRef() }))).status).toBe(200);
    held.resetAndDestroy();
    await expect.poll(() => sells(LEFT + 1)).toBe(200);
  });
});
