import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, type ConsoleBrowser, openBrowser, type Window } from '../support/console-browser.ts';
import { signedIn, slugOf } from '../support/console-caller.ts';
import { sharedHouse } from '../support/house.ts';
import { invoiceBody } from '../support/request-bodies.ts';

/** Chromium's "slow 4G": milliseconds before each answer, and bytes a second. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 180_000,
  uploadThroughput: 84_375,
};
/** A cheap telephone is about as much slower. */
const SLOWER = 4;

describe.skipIf(BROWSER === null)('a page on a slow telephone, in Chromium', { timeout: 60_000 }, () => {
  const house = sharedHouse();
  let browser: ConsoleBrowser;
  beforeAll(async () => {
    browser = await openBrowser(house);
  });
  afterAll(() => browser.close());

  /** When the first content was painted, and how much of the page has moved since. */
  async function open(window: Window, path: string) {
    const session = await window.context.newCDPSession(window.page);
    await session.send('Network.emulateNetworkConditions', SLOW_4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await window.go(path);
    await window.page.waitForTimeout(1_000);
    const paint = await window.page.evaluate(
      `performance.getEntriesByName('first-contentful-paint')[0].startTime`,
    );
    const moved = await window.page.evaluate(`new Promise((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0)))
        .observe({ type: 'layout-shift', buffered: true });
      setTimeout(() => resolve(0), 200);
    })`);
    return { paintMs: Number(paint), moved: Number(moved) };
  }

  it('is painted soon, and nothing of it moves', async () => {
    const owner = await signedIn(house, { role: 'owner' });
    await house.company.post('/invoice', invoiceBody());
    const window = await browser.open({ token: owner.token, width: 390, height: 844 });
    const stranger = await browser.open({ width: 390, height: 844 });
    const first = await open(stranger, '/app/entrar');
    await open(window, '/app/cuenta');
    const next = await open(window, `/app/e/${await slugOf(house)}/hoy`);
    // The day as it stands now takes the place of the one that was sent; a digit more moves a ten-thousandth of the page.
    expect(Math.max(first.moved, next.moved)).toBeLessThan(0.001);
    // A busy machine may take as long again.
    expect(next.paintMs).toBeLessThan(2_000);
    expect(first.paintMs).toBeLessThan(2_000);
    if (process.env['SELLO_FIGURES'] !== undefined)
      process.stdout.write(`${JSON.stringify({ first, next })}\n`);
  });
});
