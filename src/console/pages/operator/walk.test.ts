import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, type ConsoleBrowser, openBrowser } from '../../../../test/support/console-browser.ts';
import { type ConsoleUser, signedIn, slugOf } from '../../../../test/support/console-caller.ts';
import { sharedHouse } from '../../../../test/support/house.ts';

const house = sharedHouse();
/** Where pictures of the pages are to be kept; none are without it. */
const PICTURES = process.env['SELLO_PICTURES'];

describe.skipIf(BROWSER === null)(
  'the pages of owner and operator in a browser (needs Chromium)',
  { timeout: 60_000 },
  () => {
    let browser: ConsoleBrowser;
    let slug = '';
    let keyId = '';
    const users = new Map<string, ConsoleUser>();
    beforeAll(async () => {
      browser = await openBrowser(house);
      slug = await slugOf(house);
      const owner = await signedIn(house, { role: 'owner', name: 'Rosa Ficticia' });
      users.set('owner', owner);
      users.set('operator', await signedIn(house, { role: 'operator', name: 'Olga Ficticia' }));
      await signedIn(house, { role: 'cashier', name: 'Beto Ficticio de Nombre Bastante Largo' });
      await owner.post(`/app/e/${slug}/usuarios`, {
        name: 'Nora',
        email: 'nora@example.com',
        role: 'cashier',
      });
      await house.addCompany();
      const [row] = await house.sql('SELECT key_id FROM api_keys WHERE company_id = $1', [
        house.company.companyId,
      ]);
      keyId = String(row?.['key_id']);
    });
    afterAll(() => browser.close());

    const PAGES: readonly (readonly [who: string, name: string, path: () => string])[] = [
      ['owner', 'usuarios', () => `/app/e/${slug}/usuarios`],
      ['owner', 'claves', () => `/app/e/${slug}/claves`],
      ['owner', 'clave', () => `/app/e/${slug}/claves/${keyId}`],
      ['owner', 'empresa', () => `/app/e/${slug}/empresa`],
      ['owner', 'empresa-datos', () => `/app/e/${slug}/empresa/datos`],
      ['owner', 'empresa-lugares', () => `/app/e/${slug}/empresa/establecimientos`],
      ['owner', 'empresa-imagen', () => `/app/e/${slug}/empresa/imagen`],
      ['owner', 'empresa-certificado', () => `/app/e/${slug}/empresa/certificado`],
      ['owner', 'empresa-hacienda', () => `/app/e/${slug}/empresa/hacienda`],
      ['operator', 'operador', () => '/app/operador'],
      ['operator', 'operador-empresa', () => `/app/operador/empresas/${slug}`],
      ['operator', 'operador-instalacion', () => '/app/operador/instalacion'],
      ['operator', 'operador-metricas', () => '/app/operador/metricas'],
      ['operator', 'operador-registro', () => `/app/operador/registro?empresa=${slug}`],
    ];

    it.each(PAGES)('hinder nobody: %s sees %s', async (who, name, path) => {
      for (const [width, isDark] of [
        [390, true],
        [1_280, false],
      ] as const) {
        const window = await browser.open({ token: users.get(who)?.token ?? '', width, isDark, height: 800 });
        await window.go(path());
        if (PICTURES !== undefined)
          await window.page.screenshot({ path: `${PICTURES}/${name}-${width}.png`, fullPage: true });
        expect(await window.hindrances()).toEqual([]);
        expect(window.complaints).toEqual([]);
        await window.context.close();
      }
    });

    it('make a key without script, and show it this once', async () => {
      const window = await browser.open({ token: users.get('owner')?.token ?? '', hasScript: false });
      await window.go(`/app/e/${slug}/claves`);
      await window.page.fill('#name', 'Caja 7');
      await Promise.all([window.page.waitForNavigation(), window.page.click('main button')]);
      expect(await window.page.textContent('h1')).toBe('La clave Caja 7 está lista');
      await window.page.click('main a.button');
      expect(await window.page.textContent('main')).toContain('Caja 7');
      await window.context.close();
    });
  },
);
