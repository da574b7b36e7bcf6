import { beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, sharedBrowser } from '../../test/support/console-browser.ts';
import { pageOf } from '../../test/support/console-caller.ts';
import { textOf } from '../../test/support/http-caller.ts';
import { invoiceBody } from '../../test/support/request-bodies.ts';
import { sharedHouse } from '../../test/support/shared-house.ts';
import { sharedUser } from '../../test/support/shared-user.ts';
import { copyableCode, copyableField } from './copyable.ts';

it('shows what is copied as text, and escapes it everywhere', () => {
  const code = copyableCode({ value: 'a"<b>', what: 'el código' }).text;
  expect(code).toContain('<span class="code">a&#34;&#60;b&#62;</span>');
  expect(code).toContain('data-copy="a&#34;&#60;b&#62;"');
  const field = copyableField({ id: 'x', label: 'Enlace', value: 'https://a', what: 'el enlace' }).text;
  expect(field).toMatch(/<label for="x">Enlace<\/label>\s*<div class="copyable"><input id="x" [^>]*readonly/);
});

describe.skipIf(BROWSER === null)('in Chromium, a button that copies', { timeout: 60_000 }, () => {
  const house = sharedHouse();
  const browser = sharedBrowser(house);
  const owner = sharedUser(house, { role: 'owner' });
  let path: string;
  let number: string;
  beforeAll(async () => {
    const issued = await house.company.post('/invoice', invoiceBody());
    number = textOf(issued, 'control_number');
    path = pageOf(house, `/documentos/${textOf(issued, 'document_id')}`);
  });

  it('copies by keyboard, says so, and goes back to what it was', async () => {
    const window = await browser.open({ token: owner.token });
    await window.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await window.go(path);
    const button = window.page.getByRole('button', { name: 'Copiar el número de control' });
    await button.focus();
    await window.page.keyboard.press('Enter');
    await window.page.getByRole('status').filter({ hasText: 'Copiado' }).waitFor({ state: 'attached' });
    expect(await window.page.evaluate('navigator.clipboard.readText()')).toBe(number);
    await button.waitFor();
    const link = window.page.getByRole('button', { name: 'Copiar el enlace para el cliente' });
    await link.click();
    await expect.poll(() => window.page.evaluate('navigator.clipboard.readText()')).toMatch(/^https?:/);
    expect(window.complaints).toEqual([]);
  });

  it('marks the text where it may not copy', async () => {
    const window = await browser.open({ token: owner.token });
    await window.go(path);
    await window.page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error())');
    await window.page.getByRole('button', { name: 'Copiar el número de control' }).click();
    await expect.poll(() => window.page.evaluate('String(getSelection())')).toBe(number);
  });

  it('is not there without script', async () => {
    const window = await browser.open({ token: owner.token, hasScript: false });
    await window.go(path);
    expect(await window.page.getByRole('button', { name: /^Copiar/ }).count()).toBe(0);
    await window.page.getByText(number).first().waitFor();
  });
});
