import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, type ConsoleBrowser, openBrowser, type Window } from '../support/console-browser.ts';
import { sharedHouse } from '../support/house.ts';
import { furnish, PAGE_NAMES, type SeenPage } from './pages.ts';

/** Chromium's "slow 4G": milliseconds before each answer, and bytes a second. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 180_000,
  uploadThroughput: 84_375,
};
/** A cheap telephone is about as much slower. */
const SLOWER = 4;
const TELEPHONE = { width: 390, height: 844 };
/** The day as it stands now takes the place of the one that was sent; a digit more moves a ten-thousandth of the page. */
const STILL = 0.001;

describe.skipIf(BROWSER === null)('a page on a slow telephone, in Chromium', { timeout: 60_000 }, () => {
  const house = sharedHouse();
  let browser: ConsoleBrowser;
  let pages: ReadonlyMap<string, SeenPage>;
  beforeAll(async () => {
    browser = await openBrowser(house);
    pages = await furnish(house);
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

  const tell = (figures: unknown) => {
    if (process.env['SELLO_FIGURES'] !== undefined) process.stdout.write(`${JSON.stringify(figures)}\n`);
  };

  it('is painted soon where the browser has nothing of ours yet, and nothing of it moves', async () => {
    const stranger = await browser.open(TELEPHONE);
    const first = await open(stranger, '/app/entrar');
    tell({ first });
    expect(first.moved).toBeLessThan(STILL);
    // A busy machine may take as long again.
    expect(first.paintMs).toBeLessThan(2_000);
  });

  it.each(PAGE_NAMES)('does not move while it comes: %s', async (name) => {
    const page = pages.get(name);
    if (page === undefined) throw new Error(`there is no page ${name}`);
    const window = await browser.open({
      ...TELEPHONE,
      ...(page.token === null ? {} : { token: page.token }),
    });
    await open(window, page.token === null ? '/app/clave' : '/app/cuenta');
    const seen = await open(window, page.path);
    tell({ [name]: seen });
    expect(seen.moved).toBeLessThan(STILL);
    await window.context.close();
  });
});
