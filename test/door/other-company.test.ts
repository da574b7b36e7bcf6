// An owner of another company, with accounts made in advance, old links, sessions found open and a mail server of its own.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailServer, openMailServer } from '../mail/mail-server.ts';
import { readMessage, textOf } from '../mail/read-message.ts';
import { type HouseCompany, ownHouse } from '../support/house.ts';
import { opened, openScene, standing } from './other-company-scene.ts';
import { TRIES } from './other-company-tries.ts';

describe('another company', () => {
  const house = ownHouse({
    mailNetworks: ['127.0.0.1'],
    trustedProxies: ['127.0.0.1'],
    // It is not about how slow a password is.
    passwordCost: { cost: 2, block: 1, lanes: 1 },
  });
  let server: MailServer;
  let theirs: HouseCompany;
  beforeAll(async () => {
    [server, theirs] = await Promise.all([openMailServer(), house.addCompany()]);
    const { attacker } = await openScene(house, theirs);
    const own = { host: '127.0.0.1', port: String(server.port), secure: 'no', user: '', password: '' };
    const path = `/app/e/${theirs.slug}/empresa/correo`;
    expect((await attacker.post(path, { ...own, from: 'dte@ejemplo.com' })).status).toBe(303);
  });
  afterAll(() => server.close());

  it('has at least sixty tries, each of its own', () => {
    const names = new Set(TRIES.map(({ name }) => name));
    expect(names.size).toBe(TRIES.length);
    expect(names.size).toBeGreaterThanOrEqual(60);
  });

  it.each(TRIES)('stays closed where $name', async ({ prepare }) => {
    const scene = await openScene(house, theirs);
    const attack = await prepare(scene);
    const before = await standing(scene);
    await attack();
    expect(await standing(scene)).toEqual(before);
    expect(await opened(scene)).toEqual([]);
  });

  it('gives the attacker’s mail server invitations to theirs, and no link that opens an account', async () => {
    const { attacker } = await openScene(house, theirs);
    const email = 'otra@example.com';
    await attacker.post(`/app/e/${theirs.slug}/usuarios`, { email, name: 'Otra', role: 'cashier' });
    await server.messagesTo(email);
    const texts = server.messages.map(({ source }) => textOf(readMessage(source), 'text/plain'));
    const links = texts.flatMap((text) => text.match(/\/app\/\w+\//g) ?? []);
    expect(new Set(links)).toEqual(new Set(['/app/invitacion/']));
  });
});
