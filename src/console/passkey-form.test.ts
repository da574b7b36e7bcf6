import { describe, expect, it } from 'vitest';
import { PUBLIC_URL } from '../../test/support/composition.ts';
import { BROWSER, sharedBrowser } from '../../test/support/console-browser.ts';
import { signedIn, visitorAt, waysFor } from '../../test/support/console-caller.ts';
import { sharedHouse } from '../../test/support/shared-house.ts';
import { enter, register } from '../../test/support/software-authenticator.ts';
import { passkeyResponse } from './passkey-form.ts';

const house = sharedHouse();
const PLACE = { origin: PUBLIC_URL, rpId: new URL(PUBLIC_URL).hostname };

/** What the page gives to its script for a device. */
function optionsIn(text: string): Readonly<Record<string, unknown>> {
  const [, written = ''] = /data-options="([^"]*)"/.exec(text) ?? [];
  return JSON.parse(written.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))));
}

it('adds a device, which then signs in without a password, until it is removed', async () => {
  const user = await signedIn(house, { role: 'cashier' });
  const options = optionsIn((await user.get('/app/cuenta')).text);
  const { key, response } = register(options, PLACE);
  const posted = { passkey_name: 'Mi teléfono', response: JSON.stringify(response) };
  const added = await user.post('/app/cuenta/llaves', posted);
  expect([added.status, added.headers['location']]).toEqual([303, '/app/cuenta?hecho=llave']);
  expect((await user.get('/app/cuenta')).text).toContain('<bdi>Mi teléfono</bdi>');
  const again = await user.post('/app/cuenta/llaves', posted);
  expect([again.status, again.text.includes('no pudo crear la llave')]).toEqual([422, true]);

  const device = visitorAt(house);
  const { text } = await device.get('/app/entrar?a=/app/cuenta');
  const answer = JSON.stringify(enter(key, optionsIn(text), PLACE));
  const entered = await device.post('/app/entrar/llave', { response: answer, _a: '/app/cuenta' });
  expect([entered.status, entered.headers['location']]).toEqual([303, '/app/cuenta']);
  expect((await device.get('/app/cuenta')).text).toContain(user.email);

  await waysFor(house, user.userId);
  await user.post('/app/cuenta/llaves', { passkey: key.id });
  const other = visitorAt(house);
  const asked = optionsIn((await other.get('/app/entrar')).text);
  const refused = await other.post('/app/entrar/llave', {
    response: JSON.stringify(enter(key, asked, PLACE)),
  });
  expect([refused.status, refused.text.includes('llave de acceso')]).toEqual([401, true]);
});

it('asks for none where somebody came in a while ago', async () => {
  const user = await signedIn(house, { role: 'cashier' });
  await house.sql`UPDATE sessions SET started_at = now() - interval '16 minutes'
    WHERE user_id = ${user.userId}`;
  const { text } = await user.get('/app/cuenta');
  expect(text).not.toContain('data-passkey');
  expect(text).toContain('salga, vuelva a entrar y hágalo entonces');
  expect((await user.post('/app/cuenta/llaves', { passkey_name: 'X', response: '{}' })).status).toBe(403);
});

it('takes what is no answer for none', async () => {
  for (const text of ['', '{', 'null', '"x"', '[]'])
    expect([null, 'x', []]).toContainEqual(passkeyResponse(text));
  const visitor = visitorAt(house);
  await visitor.get('/app/entrar');
  for (const response of ['', '{', '{}', 'null'])
    expect((await visitor.post('/app/entrar/llave', { response })).status).toBe(401);
});

describe.skipIf(BROWSER === null)('in Chromium, a passkey', { timeout: 60_000 }, () => {
  const browser = sharedBrowser(house);

  it('can be asked for only where scripts run', async () => {
    const shown = [];
    for (const hasScript of [true, false]) {
      const { page, go } = await browser.open({ hasScript });
      await go('/app/entrar');
      shown.push(await page.locator('form[data-passkey]').isVisible());
    }
    expect(shown).toEqual([true, false]);
  });
});
