import { beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, sharedBrowser, type Window, windowsOf } from '../support/console-browser.ts';
import { sharedHouse } from '../support/shared-house.ts';
import { inThisHalf } from '../support/this-half.ts';
import { furnish, PAGE_NAMES, type SeenPage } from './pages.ts';

/** Chromium's "slow 4G": milliseconds before each answer, and bytes a second. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 180_000,
  uploadThroughput: 84_375,
};
/** A cheap telephone is about as much slower. Whatever is slowed so keeps a core busy, also while it waits for its line. */
const SLOWER = 4;
const TELEPHONE = { width: 390, height: 844 };
/**
 * A tenth of what the Core Web Vitals call good. Where a page happens to come in pieces, a word that begins a line of its own
 * moves up to five thousandths; a button that was beside the words of its row and goes below them moves forty.
 */
const STILL = 0.01;

/** What moved in a page, how much of it and where from; nothing where it is still. Blanks between words have no place of their own. */
const MOVES = `new Promise((resolve) => {
  const told = ({ node, previousRect: { x, y } }) => (node?.outerHTML ?? node?.data ?? '').slice(0, 80) + ' from ' + x + ',' + y;
  new PerformanceObserver((list) => {
    const isSeen = ({ node }) => node?.nodeType !== Node.TEXT_NODE || node.data.trim() !== '';
    const moves = list.getEntries().filter(({ sources }) => sources.some(isSeen));
    const isStill = moves.reduce((sum, { value }) => sum + value, 0) < ${STILL};
    resolve(isStill ? [] : moves.map(({ value, sources }) => value + ': ' + sources.map(told).join('; ')));
  }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve([]), 200);
})`;
/** Figures are those of one page at a time; otherwise pages wait for their slow line beside one another. */
const TELLS = process.env['SELLO_FIGURES'] !== undefined;

describe.skipIf(BROWSER === null)('a page on a slow telephone, in Chromium', { timeout: 60_000 }, () => {
  const house = sharedHouse();
  const browser = sharedBrowser(house);
  const windowOf = windowsOf(browser);
  let pages: (name: string) => SeenPage;
  beforeAll(async () => {
    pages = await furnish(house);
  });

  /** When the first content was painted, and how much of the page has moved since. */
  async function open(window: Window, path: string, rate: number) {
    const session = await window.context.newCDPSession(window.page);
    await session.send('Network.emulateNetworkConditions', SLOW_4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate });
    await window.go(path);
    await window.page.waitForTimeout(1_000);
    const paint = await window.page.evaluate(
      `performance.getEntriesByName('first-contentful-paint')[0].startTime`,
    );
    const moves: unknown = await window.page.evaluate(MOVES);
    await session.detach();
    return { paintMs: Number(paint), moved: Array.isArray(moves) ? moves : [moves] };
  }

  const tell = (figures: unknown) => {
    if (TELLS) process.stdout.write(`${JSON.stringify(figures)}\n`);
  };

  it('is painted soon where the browser has nothing of ours yet, and nothing of it moves', async () => {
    const stranger = await browser.open(TELEPHONE);
    const first = await open(stranger, '/app/entrar', SLOWER);
    tell({ first });
    expect(first.moved).toEqual([]);
    // A busy machine may take as long again.
    expect(first.paintMs).toBeLessThan(2_000);
  });

  /** The others are opened in the next run. */
  const names = TELLS ? PAGE_NAMES : [...inThisHalf(PAGE_NAMES)];
  (TELLS ? it : it.concurrent).each(names)('does not move while it comes: %s', async (name) => {
    const { path, as } = pages(name);
    await windowOf({ ...TELEPHONE, ...as }, async (window) => {
      // The browser has the style and the script already, as a returning one does.
      await window.go('token' in as ? '/app/cuenta' : '/app/clave');
      const seen = await open(window, path, TELLS ? SLOWER : 1);
      tell({ [name]: seen });
      expect(seen.moved).toEqual([]);
    });
  });
});
