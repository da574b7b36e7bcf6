import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  BROWSER,
  type ConsoleBrowser,
  type Look,
  PICTURES,
  sharedBrowser,
  type Window,
  windowsOf,
} from '../support/console-browser.ts';
import { ownHouse } from '../support/house.ts';
import { until } from '../support/until.ts';
import { EVERY_NAME, furnish, PAGE_NAMES, type SeenPage } from './pages.ts';

const TELEPHONE = { width: 390, height: 844 };
const DESK = { width: 1_280, height: 844 };
const SMALLEST = { width: 320, height: 640 };
/** Both of a telephone and of a desk; a check takes one of each, in one light each, and the smallest window of all. */
const LOOKS: readonly Look[] = [
  { ...TELEPHONE, isDark: false },
  { ...DESK, isDark: false },
  { ...TELEPHONE, isDark: true },
  { ...DESK, isDark: true },
];
const CHECKED: readonly Look[] = [...LOOKS.slice(1, 3), { ...SMALLEST, isDark: false }];
const GAP = 16;
const SHOWN_AT = 0.6;
const WEBP_QUALITY = 62;
const LARGEST_PAGE = 60_000;
/** Nobody goes there; pages offer it. */
const PROVIDER = { issuer: 'http://127.0.0.1:9', clientId: 'sello', clientSecret: 's', name: 'Google' };

describe.skipIf(BROWSER === null)('every page, in Chromium', { timeout: 120_000 }, () => {
  const house = ownHouse({ oidc: PROVIDER });
  const browser = sharedBrowser(house);
  const windowOf = windowsOf(browser);
  let seen: (name: string) => SeenPage;
  beforeAll(async () => {
    seen = await furnish(house);
    if (PICTURES !== undefined) mkdirSync(PICTURES, { recursive: true });
  });

  it.each(EVERY_NAME)('hinders nobody and is small: %s', async (name) => {
    const page = seen(name);
    if (PICTURES !== undefined && PAGE_NAMES.includes(name))
      await keep(name, PICTURES, await picturesOf(browser, page));
    await windowOf(page.as, async (window) => {
      await window.go(page.path);
      expect((await window.page.content()).length).toBeLessThan(LARGEST_PAGE);
      expect(await foundIn(window)).toEqual([]);
    });
  });

  it('hinders nobody where a link was used already', async () => {
    const window = await browser.open();
    await window.go('/app/invitacion/used');
    expect((await foundIn(window)).filter((line) => !line.includes('410'))).toEqual([]);
  });

  it.each([true, false])(
    'hinders nobody where a new key is shown, this once; script: %s',
    async (hasScript) => {
      const { path, as } = seen('keys');
      const { page, ...window } = await browser.open({ ...as, hasScript });
      await window.go(path);
      await page.fill('[name="name"]', 'Caja 7');
      await Promise.all([page.waitForNavigation(), page.click('main form button:not([tabindex])')]);
      expect(await page.textContent('h1')).toBe('La clave Caja 7 está lista');
      if (hasScript) expect(await foundIn({ page, ...window })).toEqual([]);
      await page.click('main a.button');
      expect(await page.textContent('main')).toContain('Caja 7');
    },
  );
});

/** What hinders people on a page, in each of the looks that are checked. */
async function foundIn(window: Window): Promise<readonly string[]> {
  const found: string[] = [];
  for (const look of CHECKED) {
    await window.change(look);
    for (const line of await window.hindrances()) found.push(`${JSON.stringify(look)} ${line}`);
  }
  return found;
}

async function picturesOf(browser: ConsoleBrowser, { path, as }: SeenPage): Promise<readonly Buffer[]> {
  const pictures: Buffer[] = [];
  for (const look of LOOKS) {
    const window = await browser.open({ ...look, ...as });
    await window.go(path);
    await paintedPapers(window.page);
    pictures.push(await window.page.screenshot());
    await window.context.close();
  }
  return pictures;
}

/** How much of a paper in a frame is white where it is painted; the program that shows it is darker. */
const WHITE_SHARE = 0.4;

/** Waits until the printed documents of a page are to be seen: their program paints them some time after it is there. */
async function paintedPapers(page: Page): Promise<void> {
  for (const frame of await page.locator('iframe.sheet-view').all()) {
    const box = await frame.boundingBox();
    const size = page.viewportSize();
    if (box === null || size === null || box.y >= size.height - SMALL_PART) continue;
    const clip = { ...box, height: Math.min(box.height, size.height - box.y) };
    await until(
      async () => (await whiteShare(await page.screenshot({ clip }))) > WHITE_SHARE,
      'a paper',
      30_000,
    );
  }
}
/** The height in pixels below which a picture shows nothing of a paper. */
const SMALL_PART = 100;

async function whiteShare(picture: Buffer): Promise<number> {
  const image = await loadImage(picture);
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let white = 0;
  for (let at = 0; at < data.length; at += 4) if (Math.min(...data.subarray(at, at + 3)) > 240) white += 1;
  return white / (data.length / 4);
}

/** One picture of the four: telephone and desk, light above dark. */
async function keep(name: string, folder: string, pictures: readonly Buffer[]): Promise<void> {
  const [wide, tall] = [TELEPHONE.width + DESK.width + GAP, 2 * DESK.height + GAP];
  const canvas = createCanvas(wide * SHOWN_AT, tall * SHOWN_AT);
  const context = canvas.getContext('2d');
  context.scale(SHOWN_AT, SHOWN_AT);
  context.fillStyle = '#8a93a3';
  context.fillRect(0, 0, wide, tall);
  for (const [index, picture] of pictures.entries()) {
    const x = index % 2 === 0 ? 0 : TELEPHONE.width + GAP;
    context.drawImage(await loadImage(picture), x, index < 2 ? 0 : DESK.height + GAP);
  }
  writeFileSync(join(folder, `${name}.webp`), canvas.toBuffer('image/webp', WEBP_QUALITY));
}
