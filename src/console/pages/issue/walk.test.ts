import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BROWSER,
  type ConsoleBrowser,
  openBrowser,
  type Window,
} from '../../../../test/support/console-browser.ts';
import { signedIn, slugOf } from '../../../../test/support/console-caller.ts';
import { sharedHouse } from '../../../../test/support/house.ts';

const house = sharedHouse();
/** Where pictures of the pages are to be kept; none are without it. */
const PICTURES = process.env['SELLO_PICTURES'];

describe.skipIf(BROWSER === null)('issuing by hand in a browser (needs Chromium)', () => {
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
  const focused = ({ page }: Window) => page.evaluate('document.activeElement.getAttribute("name")');

  it('issues a CCF with the keyboard alone', async () => {
    const { token } = await signedIn(house, { role: 'cashier' });
    const window = await browser.open({ token });
    const { page } = window;
    await window.go(`${at}/03`);
    expect(await focused(window)).toBe('customer.name');
    await type(window, 'Distribuidora Ficticia, S.A. de C.V.', 'Tab');
    await type(window, '0614-020202-002-0', 'Tab');
    await type(window, '765432-1', 'Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await type(window, '47111', 'Tab');
    await type(window, 'compras@example.com');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(await focused(window)).toBe('lines[0].description');
    await type(window, 'Pan francés', 'Tab');
    await type(window, '10', 'Tab');
    await type(window, '1.13');
    await page.locator('#totales', { hasText: '$11.30' }).waitFor();
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(await focused(window)).toBe('lines[1].description');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(await focused(window)).toBe('emitir');
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
});
