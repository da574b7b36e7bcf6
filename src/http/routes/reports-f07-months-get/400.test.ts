import { expect, it } from 'vitest';
import { answersIn, sayRaw } from '../../../../test/door/raw-request.ts';
import { sharedHouse } from '../../../../test/support/house.ts';

const house = sharedHouse({ company: { certificate: 'none' } });

it('answers 400 to a request that names two hosts', async () => {
  const { url, key } = house.company;
  const lines = ['GET /reports/f07/months HTTP/1.1', 'Host: a', 'Host: b', `Authorization: Bearer ${key}`];
  const said = await sayRaw(url, [...lines, 'Connection: close', '', ''].join('\r\n'));
  expect(answersIn(said)).toMatchObject([
    { status: 400, body: expect.stringContaining('malformed_request') },
  ]);
});
