import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll } from 'vitest';
import { SESSION_COOKIE } from '../../src/console/tokens.ts';
import { findBrowser } from './browser.ts';
import type { House } from './house.ts';

/** A browser of this machine, or null; tests that need one are skipped without it. */
export const BROWSER = findBrowser();

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 up to AA, and what those who made axe-core advise besides. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const ASKED = { runOnly: RULES, resultTypes: ['violations'] };

/** What a page is looked at with. */
export interface Look {
  readonly width: number;
  readonly height: number;
  readonly isDark: boolean;
}

/** How somebody looks at the console. */
export interface WindowOptions extends Partial<Look> {
  /** The token of a session; nobody is signed in without one. */
  readonly token?: string;
  readonly hasScript?: boolean;
}

/** A window with what went wrong in it. */
export interface Window {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of scripts, and what the policy of the page has refused. */
  readonly complaints: readonly string[];
  /** Opens an address of the console. */
  go(path: string): Promise<void>;
  /** Opens another window of the same person, whose browser has the style and the scripts already. */
  another(): Promise<Window>;
  /** Goes back to how it was opened, with no complaint yet. */
  clear(): Promise<void>;
  /** Looks at the same page in another size and light. */
  change(look: Look): Promise<void>;
  /**
   * What of the page hinders people, a line each: by axe-core, what is wider than the window, words that are cut, and every
   * complaint so far.
   */
  hindrances(): Promise<readonly string[]>;
  /** Keeps a picture of the whole page where somebody asked for pictures. */
  keep(name: string): Promise<void>;
}

export interface ConsoleBrowser {
  open(options?: WindowOptions): Promise<Window>;
}

/** Where pictures of the pages are to be kept; none are without it. */
export const PICTURES = process.env['SELLO_PICTURES'];

const WIDE = 1_280;
const TALL = 900;

/** The browser of a worker: started for the first file that asks, and ended with the worker. */
let ofThisWorker: Promise<Browser> | null = null;

/** Chromium at a house, as people have it, for the tests of a suite: its windows that are open still are closed behind the last. */
export function sharedBrowser(house: Pick<House, 'node'>): ConsoleBrowser {
  const opened: Window[] = [];
  afterAll(async () => void (await Promise.all(opened.map(({ context }) => context.close()))));
  return {
    async open(options = {}) {
      ofThisWorker ??= chromium.launch({ executablePath: BROWSER ?? '' });
      const window = await openWindow(await ofThisWorker, house.node.url, options);
      opened.push(window);
      return window;
    },
  };
}

/**
 * Windows by whose they are: everybody has one browser, and what is done at one page leaves its window to the next, because a new
 * one costs as much as the looks at a page. One in which something failed is left to nobody.
 */
export function windowsOf(
  browser: ConsoleBrowser,
): <T>(options: WindowOptions, work: (window: Window) => Promise<T>) => Promise<T> {
  const first = new Map<string, Promise<Window>>();
  const free = new Map<string, Window[]>();
  return async (options, work) => {
    const whose = JSON.stringify(options);
    const opened = first.get(whose) ?? browser.open(options);
    first.set(whose, opened);
    const window = free.get(whose)?.pop() ?? (await (await opened).another());
    const done = await work(window);
    await window.clear();
    free.set(whose, [...(free.get(whose) ?? []), window]);
    return done;
  };
}

async function openWindow(browser: Browser, url: string, options: WindowOptions): Promise<Window> {
  const { token, width = WIDE, height = TALL, isDark = false, hasScript = true } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: isDark ? 'dark' : 'light',
    // Colours that go over into one another are neither of both meanwhile.
    reducedMotion: 'reduce',
    javaScriptEnabled: hasScript,
    locale: 'es-SV',
    baseURL: url,
  });
  if (token !== undefined)
    await context.addCookies([
      // The protocol of DevTools takes a cookie of this name for https alone, and ports do not tell cookies apart.
      {
        name: SESSION_COOKIE,
        value: token,
        url: url.replace(/^http:/, 'https:'),
        secure: true,
        httpOnly: true,
        sameSite: 'Lax',
      },
    ]);
  return windowIn(context, { width, height, isDark });
}

async function windowIn(context: BrowserContext, look: Look): Promise<Window> {
  const page = await context.newPage();
  const show = async ({ isDark, ...size }: Look) => {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
  };
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()));
  return {
    page,
    context,
    complaints,
    go: async (path) => void (await page.goto(path)),
    change: show,
    another: () => windowIn(context, look),
    async clear() {
      await page.goto('about:blank');
      await show(look);
      complaints.length = 0;
    },
    hindrances: async () => [...(await hindrancesOf(page)), ...complaints],
    async keep(name) {
      if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
    },
  };
}

async function hindrancesOf(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  const found = await page.evaluate(`axe.run(document, ${JSON.stringify(ASKED)})`);
  const overhang = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
  const wide = overhang > 0 ? [`the page is ${overhang} pixels wider than it`] : [];
  return [...violationsIn(found), ...wide, ...(await cutsOf(page))];
}

/** The arrow of a choice, and what a browser leaves beside it. */
const ARROW = 20;

/**
 * Words that do not fit: of what is cut or has to be scrolled sideways, of choices, and of what blank fields say. A table of
 * figures that says what it is, and can be scrolled by keyboard, is no such thing.
 */
const CUTS = `(() => {
  const SCROLLED = '[tabindex="0"][aria-label]';
  const pen = document.createElement('canvas').getContext('2d');
  const wordsOf = (one) => one.localName === 'select' ? one.selectedOptions[0]?.text ?? '' : one.placeholder ?? '';
  const lacks = (one, style) => {
    if (one.localName !== 'select' && one.localName !== 'input')
      return style.overflowX === 'visible' || style.clipPath !== 'none' ? 0 : one.scrollWidth - one.clientWidth - 1;
    pen.font = style.font;
    const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return pen.measureText(wordsOf(one)).width + (one.localName === 'select' ? ${ARROW} : 0) - room;
  };
  return [...document.body.querySelectorAll('*')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.hidden-words, .skip, svg') && !one.matches(SCROLLED))
    .map((one) => [lacks(one, getComputedStyle(one)), one.outerHTML.slice(0, 200)])
    .filter(([lack]) => lack > 0)
    .map(([lack, text]) => 'cut by ' + Math.ceil(lack) + ' pixels: ' + text);
})()`;

async function cutsOf(page: Page): Promise<readonly string[]> {
  const found: unknown = await page.evaluate(CUTS);
  return Array.isArray(found) ? found.map(String) : [];
}

function violationsIn(found: unknown): readonly string[] {
  const violations: unknown = Reflect.get(Object(found), 'violations');
  if (!Array.isArray(violations)) throw new Error('axe-core has found nothing out');
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      (node: { readonly html: string; readonly failureSummary: string }) =>
        `${id}: ${help}: ${node.html.slice(0, 200)} (${node.failureSummary.replace(/\s+/g, ' ')})`,
    ),
  );
}
