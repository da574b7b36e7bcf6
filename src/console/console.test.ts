import { beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleUser, signedIn, visitorAt } from '../../test/support/console-caller.ts';
import { sharedHouse } from '../../test/support/shared-house.ts';
import { ASSETS, FIRST_STYLE } from './assets.ts';

const house = sharedHouse();
let owner: ConsoleUser;

beforeAll(async () => {
  owner = await signedIn(house, { role: 'owner' });
});

describe('every answer of the console', () => {
  it.each(['/app/entrar', '/app/no-existe', '/app', '/app/%', ASSETS.style, '/app/clave/x'])(
    'is protected: %s',
    async (path) => {
      const { headers } = await visitorAt(house).get(path);
      expect(headers['content-security-policy']).toBe(
        `default-src 'none'; script-src 'self'; style-src 'self' ${FIRST_STYLE.hash}; img-src 'self' data:; connect-src 'self'; ` +
          "form-action 'self'; frame-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      );
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
      const kept = path === ASSETS.style ? 'public, max-age=31536000, immutable' : 'no-store';
      expect(headers['cache-control']).toBe(kept);
    },
  );

  it('holds neither script nor style of its own', async () => {
    const visitor = visitorAt(house);
    const first = await visitor.get('/app/entrar');
    expect(first.text).toContain(`<style>${FIRST_STYLE.text}</style>`);
    expect(first.text.replace(FIRST_STYLE.text, '')).toMatch(
      /<style><\/style>[\s\S]*<link rel="stylesheet"[^>]*><\/body>/,
    );
    for (const page of [await visitor.get('/app/entrar'), await owner.get('/app/cuenta')]) {
      expect(page.text).not.toMatch(
        /<script(?! src="\/app\/-\/console)|<style|\sstyle=|\son\w+=|javascript:/i,
      );
      expect(page.text.length).toBeLessThan(60_000);
    }
  });
});

describe('on the port of the interface', () => {
  it('takes what begins with /app and nothing else', async () => {
    const stranger = visitorAt(house);
    expect((await stranger.get('/app?x=1')).status).toBe(303);
    expect((await stranger.get('/application')).body).toMatchObject({ code: 'path_not_found' });
    expect((await stranger.get('/status/x')).body).toMatchObject({ code: 'unauthorized' });
    expect((await house.company.get('/app/entrar')).headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('answers errors as pages', async () => {
    const missing = await owner.get('/app/no-existe');
    expect([missing.status, missing.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(missing.text).toContain('Esta página no existe');
    const large = await owner.post('/app/salir', { x: 'y'.repeat(300_000) });
    expect(large.status).toBe(413);
    const json = await owner.post('/app/salir', {}, { 'content-type': 'application/json' });
    expect(json.status).toBe(400);
  });

  it('packs its files for browsers that can unpack them', async () => {
    const plain = await visitorAt(house).get(ASSETS.script);
    const packed = await visitorAt(house).get(ASSETS.script, { 'accept-encoding': 'gzip, br' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers['content-encoding']).toBe('br');
    expect(Number(packed.headers['content-length'])).toBeLessThan(17_000);
  });
});
