import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LoopbackServer, startHttpServer } from '../loopback/http-server.ts';
import { findBrowser } from '../support/browser.ts';
import type { House } from '../support/house.ts';
import { contribuyenteBody, invoiceBody } from '../support/request-bodies.ts';
import { shared } from '../support/shared.ts';
import { sharedHouse } from '../support/shared-house.ts';

const BROWSER = findBrowser();
const require = createRequire(import.meta.url);

/** What a shop's own page says of the list of districts: an address, and nothing else. */
const PAGE = `<!doctype html>
<html lang="es">
  <head>
    <meta charset="utf-8">
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/select2.css">
    <script src="/jquery.js"></script>
    <script src="/select2.js"></script>
  </head>
  <body>
    <select id="distrito" style="width: 30rem"></select>
    <script>$('#distrito').select2({ ajax: { url: '/catalogs/districts/search' } });</script>
  </body>
</html>`;

const FILES: Readonly<Record<string, readonly [type: string, content: string]>> = {
  '/': ['text/html; charset=utf-8', PAGE],
  '/jquery.js': ['text/javascript', packaged('jquery/dist/jquery.min.js')],
  '/select2.js': ['text/javascript', packaged('select2/dist/js/select2.min.js')],
  '/select2.css': ['text/css', packaged('select2/dist/css/select2.min.css')],
};

function packaged(name: string): string {
  return readFileSync(require.resolve(name), 'utf8');
}

/** The shop's own server: it keeps the key, which no browser may see, and passes on what the page asks for. */
function openShop(house: House): Promise<LoopbackServer> {
  return startHttpServer(async ({ path }, response) => {
    const file = FILES[path];
    if (file !== undefined) return void response.writeHead(200, { 'content-type': file[0] }).end(file[1]);
    const { status, text } = await house.company.get(path);
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  });
}

describe.skipIf(BROWSER === null)(
  'Select2 with nothing but the address of the districts, in Chromium',
  () => {
    let browser: Browser;
    let page: Page;
    const complaints: string[] = [];
    const house = sharedHouse();
    const shop = shared(() => openShop(house));
    beforeAll(async () => {
      browser = await chromium.launch({ executablePath: BROWSER ?? '' });
      page = await browser.newPage();
      page.on('pageerror', ({ message }) => complaints.push(message));
      page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()));
      await page.goto(shop.url);
    });
    afterAll(async () => {
      await browser.close();
      await shop.close();
    });

    const options = () => page.locator('.select2-results__option--selectable');

    it('shows the first districts when it is opened, and more when somebody scrolls', async () => {
      await page.locator('.select2-selection').click();
      await options().nth(19).waitFor();
      await page.locator('.select2-results__options').evaluate((list) => list.scrollTo(0, list.scrollHeight));
      await options().nth(39).waitFor();
      expect(shop.requests.some(({ path }) => /_type=query%3Aappend|_type=query:append/.test(path))).toBe(
        true,
      );
      expect(await options().count()).toBeGreaterThanOrEqual(40);
    });

    it('finds what somebody types, and keeps what is chosen', async () => {
      await page.locator('.select2-search__field').fill('suchitoto');
      await expect.poll(() => options().allTextContents()).toEqual(['Suchitoto, Cuscatlán Norte, Cuscatlán']);
      expect(shop.requests.some(({ path }) => /term=suchitoto/.test(path))).toBe(true);
      await options().first().click();
      expect(await page.locator('.select2-selection__rendered').textContent()).toContain('Suchitoto');
    });

    it('gives the identifier that a request sends', async () => {
      const district = await page.locator('#distrito').inputValue();
      const customer = contribuyenteBody({ district });
      const { body } = await house.company.post('/invoice', invoiceBody({ doc_type: '03', customer }));
      expect(body).toMatchObject({ dte_success: true });
      const status = await house.company.get(`/status/${body['document_id']}?include_dte=1`);
      expect(status.body['schema']).toMatchObject({
        receptor: { direccion: { departamento: district.slice(0, 2), distrito: district.slice(4) } },
      });
    });

    it('meets no error', () => {
      expect(complaints).toEqual([]);
      expect(shop.requests.filter(({ path }) => path.startsWith('/catalogs/')).length).toBeGreaterThanOrEqual(
        3,
      );
    });
  },
);
