import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from '../support/browser.ts';
import { sharedHouse } from '../support/shared-house.ts';

const BROWSER = findBrowser();

describe.skipIf(BROWSER === null)('the page at /docs, in Chromium', () => {
  let browser: Browser;
  let page: Page;
  const asked: string[] = [];
  const complaints: string[] = [];
  const house = sharedHouse();
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: BROWSER ?? '' });
    page = await browser.newPage();
    page.on('request', (request) => asked.push(request.url()));
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()));
    await page.goto(`${house.node.url}/docs`);
    await page.locator('.opblock').first().waitFor();
  });
  afterAll(async () => {
    await browser.close();
  });

  it('shows every operation', async () => {
    const { body } = await house.caller(null).get('/openapi.json');
    const described = Object.values(Object(body['paths'])).flatMap((methods) => Object.keys(Object(methods)));
    expect(described.length).toBeGreaterThan(10);
    expect(await page.locator('.opblock').count()).toBe(described.length);
    expect(await page.title()).toBe('Sello: la interfaz');
  });

  it('issues an invoice with the key of a company', async () => {
    expect(await page.locator('.servers select').inputValue()).toBe('.');
    await page.locator('.authorize').first().click();
    await page
      .locator('.auth-container')
      .first()
      .locator('input')
      .fill(house.company.key ?? '');
    await page.locator('.auth-btn-wrapper .authorize').first().click();
    await page.locator('.btn-done').first().click();
    const invoice = page.locator('.opblock', { hasText: '/invoice' }).first();
    await invoice.locator('.opblock-summary-control').click();
    await invoice.locator('.try-out__btn').click();
    await invoice.locator('.execute').click();
    const answer = invoice.locator('.live-responses-table');
    await answer.getByText('dte_success').first().waitFor();
    expect(await answer.locator('tbody .response-col_status').first().textContent()).toContain('200');
    expect(await answer.textContent()).toContain('"dte_success": true');
  });

  it('asks nobody but its own node, and nothing of it is refused', () => {
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter((url) => !url.startsWith(house.node.url) && !url.startsWith('data:'))).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
