import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BROWSER,
  type ConsoleBrowser,
  openBrowser,
  type Window,
} from '../../../../test/support/console-browser.ts';
import { signedIn, slugOf } from '../../../../test/support/console-caller.ts';
import { sharedHouse } from '../../../../test/support/house.ts';
import { ccfBody } from '../../../../test/support/request-bodies.ts';

const house = sharedHouse();
/** Where pictures of the pages are to be kept; none are without it. */
const PICTURES = process.env['SELLO_PICTURES'];

describe.skipIf(BROWSER === null)(
  'issuing by hand in a browser (needs Chromium)',
  { timeout: 60_000 },
  () => {
    let browser: ConsoleBrowser;
    let at = '';
    beforeAll(async () => {
      browser = await openBrowser(house);
      at = `/app/e/${await slugOf(house)}/emitir`;
    });
    afterAll(() => browser.close());

    const type = async ({ page }: Window, text: string, ...keys: readonly string[]) => {
      await page.keyboard.type(text);
      for (const key of keys) await page.keyboard.press(key);
    };
    const picture = async ({ page }: Window, name: string) => {
      if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
    };
    /** A busy browser focuses a field after the page is loaded. */
    const expectFocus = ({ page }: Window, name: string) =>
      expect
        .poll(() => page.evaluate('document.activeElement.getAttribute("name")'), { timeout: 10_000 })
        .toBe(name);

    it('issues a CCF with the keyboard alone', async () => {
      const { token } = await signedIn(house, { role: 'cashier' });
      const window = await browser.open({ token });
      const { page } = window;
      await window.go(`${at}/03`);
      await expectFocus(window, 'customer.name');
      await type(window, 'Distribuidora Ficticia, S.A. de C.V.', 'Tab');
      await type(window, '0614-020202-002-0', 'Tab');
      await type(window, '765432-1', 'Tab');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Tab');
      await type(window, '47111', 'Tab');
      await type(window, 'compras@example.com');
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
      await expectFocus(window, 'lines[0].description');
      await type(window, 'Pan francés', 'Tab');
      await type(window, '10', 'Tab');
      await type(window, '1.13');
      await page.locator('#totales', { hasText: '$11.30' }).waitFor();
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
      await expectFocus(window, 'lines[1].description');
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
      await expectFocus(window, 'emitir');
      await picture(window, 'ccf-full');
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
      expect(await page.textContent('h1')).toBe('Emitido y sellado');
      await picture(window, 'done');
      expect(await window.hindrances()).toEqual([]);
      await page.goBack();
      expect(await page.textContent('h1')).toBe('Emitido y sellado');
      expect(window.complaints).toEqual([]);
      await window.context.close();
    });

    it('issues without script, and once for two clicks', async () => {
      const { token } = await signedIn(house, { role: 'cashier' });
      const window = await browser.open({ token, hasScript: false, width: 390, height: 844 });
      const { page } = window;
      await window.go(`${at}/01`);
      await page.fill('[name="lines[0].description"]', 'Pan francés');
      await page.fill('[name="lines[0].unit_price"]', '1.13');
      await page.click('text=Calcular');
      await page.locator('#totales:focus', { hasText: '$1.13' }).waitFor();
      await page.reload();
      expect(await page.inputValue('[name="lines[0].description"]')).toBe('Pan francés');
      await page.dblclick('[name="emitir"]');
      await page.waitForURL(/hecho/);
      expect(await page.textContent('h1')).toBe('Emitido y sellado');
      const [counted] = await house.sql(`SELECT count(*)::int AS n FROM documents WHERE doc_type = '01'`);
      expect(counted?.['n']).toBe(1);
      await page.goBack();
      expect(await page.textContent('h1')).toBe('Emitido y sellado');
      await window.context.close();
    });

    it('ends in contingency while Hacienda falls silent, and says so', async () => {
      const { token } = await signedIn(house, { role: 'cashier' });
      const window = await browser.open({ token });
      const { page } = window;
      await window.go(`${at}/01`);
      await type(window, 'Pan francés', 'Tab', 'Tab');
      await type(window, '1.13');
      await house.authority.script({ service: 'all', action: 'down', forMs: 60_000 });
      await page.click('[name="emitir"]');
      await page.waitForURL(/hecho/);
      expect(await page.textContent('h1')).toBe('Emitido en contingencia');
      expect(await window.hindrances()).toEqual([]);
      await picture(window, 'contingency');
      await window.context.close();
    });

    it('suggests catalogs while somebody types', async () => {
      const { token } = await signedIn(house, { role: 'cashier' });
      const window = await browser.open({ token });
      const { page } = window;
      await window.go(`${at}/03`);
      await page.locator('[name="customer.activity_code"]').pressSequentially('panader');
      await page.locator('#lista-activity_code option').first().waitFor({ state: 'attached' });
      await page.locator('[name="customer.district"]').pressSequentially('santa t');
      await page.locator('#lista-district option').first().waitFor({ state: 'attached' });
      expect(window.complaints).toEqual([]);
      await window.context.close();
    });

    it.each([
      ['light', 1_280],
      ['dark', 390],
    ])('hinders nobody in the %s, %d pixels wide', async (colours, width) => {
      const { token } = await signedIn(house, { role: 'owner' });
      const window = await browser.open({ token, width, isDark: colours === 'dark' });
      const { page } = window;
      const show = async (name: string) => {
        expect(await window.hindrances()).toEqual([]);
        await picture(window, `${name}-${width}-${colours}`);
      };
      await window.go(at);
      await show('start');
      for (const tipo of ['01', '03', '11', '14']) {
        await window.go(`${at}/${tipo}`);
        await show(`form-${tipo}`);
      }
      await window.go(`${at}/03`);
      await page.fill('[name="customer.name"]', 'Distribuidora Ficticia');
      await page.fill('[name="customer.activity_code"]', 'tienda');
      await page.fill('[name="lines[0].description"]', 'Un nombre de producto bastante largo, como los hay');
      await page.fill('[name="lines[0].quantity"]', '1,2,5');
      await page.click('[name="emitir"]');
      await show('wrong');
      await house.authority.script({ service: 'recepcion', action: 'code', codigoMsg: '096' });
      const rejected = await house.company.post('/invoice', ccfBody());
      await window.go(`${at}/hecho/${rejected.body['document_id']}`);
      await show('rejected');
      await window.go(`${at}/corregir/${rejected.body['document_id']}`);
      await show('correct');
      expect(window.complaints).toEqual([]);
      await window.context.close();
    });
  },
);
