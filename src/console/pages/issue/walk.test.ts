import { describe, expect, it } from 'vitest';
import { BROWSER, sharedBrowser, type Window } from '../../../../test/support/console-browser.ts';
import { pageOf } from '../../../../test/support/console-caller.ts';
import { ownHouse } from '../../../../test/support/house.ts';
import { sharedUser } from '../../../../test/support/shared-user.ts';

const house = ownHouse();

describe.skipIf(BROWSER === null)(
  'issuing by hand in a browser (needs Chromium)',
  { timeout: 60_000 },
  () => {
    const browser = sharedBrowser(house);
    const cashier = sharedUser(house, { role: 'cashier' });
    const at = (path: string) => pageOf(house, `/emitir${path}`);

    const type = async ({ page }: Window, text: string, ...keys: readonly string[]) => {
      await page.keyboard.type(text);
      for (const key of keys) await page.keyboard.press(key);
    };
    /** A busy browser focuses a field after the page is loaded. */
    const expectFocus = ({ page }: Window, name: string) =>
      expect
        .poll(() => page.evaluate('document.activeElement.getAttribute("name")'), { timeout: 10_000 })
        .toBe(name);

    it('issues a CCF with the keyboard alone', async () => {
      const window = await browser.open({ token: cashier.token });
      const { page } = window;
      await window.go(at('/03'));
      await expectFocus(window, 'customer.name');
      await type(window, 'Distribuidora Ficticia, S.A. de C.V.', 'Tab');
      await type(window, '0614-020202-002-4', 'Tab');
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
      await window.keep('ccf-full');
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
      expect(await page.textContent('h1')).toBe('Emitido y sellado');
      await window.keep('done');
      expect(await window.hindrances()).toEqual([]);
      await page.goBack();
      expect(await page.textContent('h1')).toBe('Emitido y sellado');
      expect(window.complaints).toEqual([]);
    });

    it('issues without script, and once for two clicks', async () => {
      const window = await browser.open({ token: cashier.token, hasScript: false, width: 390, height: 844 });
      const { page } = window;
      await window.go(at('/01'));
      await page.fill('[name="lines[0].description"]', 'Pan francés');
      await page.fill('[name="lines[0].unit_price"]', '1.13');
      await page.click('text=Calcular');
      await page.locator('#totales:focus', { hasText: '$1.13' }).waitFor();
      await page.reload();
      expect(await page.inputValue('[name="lines[0].description"]')).toBe('Pan francés');
      await page.dblclick('[name="emitir"]');
      // The second click ends the first one's journey, so that the page is waited for and not the journey.
      await page.locator('h1', { hasText: 'Emitido y sellado' }).waitFor();
      expect(page.url()).toMatch(/hecho/);
      const [counted] = await house.sql(`SELECT count(*)::int AS n FROM documents WHERE doc_type = '01'`);
      expect(counted?.['n']).toBe(1);
      await page.goBack();
      expect(await page.textContent('h1')).toBe('Emitido y sellado');
    });

    it('ends in contingency while Hacienda falls silent, and says so', async () => {
      const window = await browser.open({ token: cashier.token });
      const { page } = window;
      await window.go(at('/01'));
      await type(window, 'Pan francés', 'Tab', 'Tab');
      await type(window, '1.13');
      await house.authority.script({ service: 'all', action: 'down', forMs: 60_000 });
      await page.click('[name="emitir"]');
      await page.waitForURL(/hecho/);
      expect(await page.textContent('h1')).toBe('Emitido en contingencia');
      expect(await window.hindrances()).toEqual([]);
      await window.keep('contingency');
    });

    it('suggests catalogs while somebody types', async () => {
      const window = await browser.open({ token: cashier.token });
      const { page } = window;
      await window.go(at('/03'));
      await page.locator('[name="customer.activity_code"]').pressSequentially('panader');
      await page.locator('#lista-activity_code option').first().waitFor({ state: 'attached' });
      await page.locator('[name="customer.district"]').pressSequentially('santa t');
      await page.locator('#lista-district option').first().waitFor({ state: 'attached' });
      expect(window.complaints).toEqual([]);
    });
  },
);
