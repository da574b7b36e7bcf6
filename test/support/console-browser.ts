import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { SESSION_COOKIE } from '../../src/console/tokens.ts';
import { findBrowser } from './browser.ts';
import type { House } from './house.ts';

/** A browser of this machine, or null; tests that need one are skipped without it. */
export const BROWSER = findBrowser();

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 up to AA, and what those who made axe-core advise besides. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** How somebody looks at the console. */
export interface WindowOptions {
  /** The token of a session; nobody is signed in without one. */
  readonly token?: string;
  readonly width?: number;
  readonly height?: number;
  readonly isDark?: boolean;
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
  /** What of the page hinders people, a line each: by axe-core, and what is wider than the window. */
  hindrances(): Promise<readonly string[]>;
}

export interface ConsoleBrowser {
  open(options?: WindowOptions): Promise<Window>;
  close(): Promise<void>;
}

const WIDE = 1_280;
const TALL = 900;

/** Chromium at a house, as people have it. */
export async function openBrowser(house: Pick<House, 'node'>): Promise<ConsoleBrowser> {
  const browser = await chromium.launch({ executablePath: BROWSER ?? '' });
  return {
    open: (options = {}) => openWindow(browser, house.node.url, options),
    close: () => browser.close(),
  };
}

async function openWindow(browser: Browser, url: string, options: WindowOptions): Promise<Window> {
  const { token, width = WIDE, height = TALL, isDark = false, hasScript = true } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: isDark ? 'dark' : 'light',
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
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()));
  return {
    page,
    context,
    complaints,
    go: async (path) => void (await page.goto(path)),
    hindrances: () => hindrancesOf(page),
  };
}

async function hindrancesOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const found = await page.evaluate(`axe.run(document, { runOnly: ${JSON.stringify(RULES)} })`);
  const overhang = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
  return [...violationsIn(found), ...(overhang > 0 ? [`the page is ${overhang} pixels wider than it`] : [])];
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
