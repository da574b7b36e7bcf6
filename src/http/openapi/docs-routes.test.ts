import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type House, type OwnHouse, openHouse, ownHouse } from '../../../test/support/house.ts';

const WAY = /<a href="([^"]*)" [^>]*>abra la consola<\/a>/;

const pageOf = async (house: House) => (await house.caller(null).get('/docs')).text;

describe('the page of the interface', () => {
  const house = ownHouse({ console: { url: 'https://consola.example.com' } });

  it('leads on to where people work', async () => {
    expect(WAY.exec(await pageOf(house))?.[1]).toBe('https://consola.example.com/app');
  });
});

describe('the page of an interface without a console', () => {
  let house: OwnHouse;
  beforeAll(async () => {
    house = await openHouse({ console: { isOn: false } });
  });
  afterAll(() => house.close());

  it('leads nowhere', async () => {
    const page = await pageOf(house);
    expect([page.includes('swagger-ui'), WAY.test(page)]).toEqual([true, false]);
  });
});
