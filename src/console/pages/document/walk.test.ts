import { describe, expect, it } from 'vitest';
import { BROWSER, sharedBrowser, type Window } from '../../../../test/support/console-browser.ts';
import { pageOf, signedIn } from '../../../../test/support/console-caller.ts';
import { ccfBody, invoiceBody } from '../../../../test/support/request-bodies.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';
import { sharedUser } from '../../../../test/support/shared-user.ts';

const house = sharedHouse();

describe.skipIf(BROWSER === null)('documents in a browser (needs Chromium)', { timeout: 60_000 }, () => {
  const browser = sharedBrowser(house);
  const owner = sharedUser(house, { role: 'owner' });
  const at = (path: string) => pageOf(house, `/documentos${path}`);

  async function sold(body: unknown = ccfBody()): Promise<string> {
    const { body: answer } = await house.company.post('/invoice', body);
    return String(answer['document_id']);
  }

  async function press({ page }: Window, name: string): Promise<void> {
    await Promise.all([page.waitForNavigation(), page.click(`button[value="${name}"]`)]);
  }

  async function fillReason({ page }: Window): Promise<void> {
    await page.selectOption('[name=type]', '2');
    for (const who of ['responsible', 'requester']) {
      await page.fill(`[name="${who}.name"]`, 'Ana Ficticia');
      await page.fill(`[name="${who}.document_number"]`, '00000001-8');
    }
  }

  const notesOn = async (ccf: string) =>
    (await house.sql('SELECT state FROM documents WHERE adjusts = $1', [ccf])).map(({ state }) => state);

  it.each([true, false])('are found, opened, adjusted and cancelled (script: %s)', async (hasScript) => {
    const name = `Distribuidora ${hasScript ? 'Uno' : 'Dos'}`;
    const customer = { ...Object(ccfBody()['customer']), name };
    const id = await sold(ccfBody({ customer }));
    const window = await browser.open({ token: owner.token, hasScript });
    const { page } = window;
    await window.go(at(''));
    await page.fill('[name=q]', name.toLowerCase());
    await Promise.all([page.waitForNavigation(), page.press('[name=q]', 'Enter')]);
    expect(await page.locator('td.lead').count()).toBe(1);
    const address = page.url();
    await page.click('text="Calcular los totales de esta búsqueda"');
    await page.locator('.sums', { hasText: '1 documento' }).waitFor();
    // With script, only the totals are fetched.
    expect(page.url() === address).toBe(hasScript);
    await Promise.all([page.waitForNavigation(), page.click('td.lead a')]);
    expect(await page.textContent('h1')).toContain('Comprobante de crédito fiscal');
    await Promise.all([page.waitForNavigation(), page.click('text="Nota de crédito"')]);
    await page.fill('[name=cantidad-0]', '2');
    await press(window, 'revisar');
    expect(await page.textContent('#sure')).toBe('Nota de crédito por $2.26');
    await press(window, 'emitir');
    expect(await page.textContent('[role=status]')).toBe('Hacienda selló el documento.');
    // The back button leads to the note: the same form issues no other.
    await page.goBack();
    expect(await page.textContent('h1')).toContain('Nota de crédito');
    expect(await page.locator('button[value="emitir"]').count()).toBe(0);
    expect(await notesOn(id)).toEqual(['stamped']);
    const other = await sold(ccfBody({ customer }));
    await window.go(at(`/${other}/anular`));
    await fillReason(window);
    await press(window, 'revisar');
    await press(window, 'anular');
    expect(await page.textContent('[role=status]')).toBe('Hacienda selló la anulación.');
    expect(window.complaints).toEqual([]);
  });

  it('are cancelled once by two windows', async () => {
    const id = await sold(invoiceBody());
    const windows = [await browser.open({ token: owner.token }), await browser.open({ token: owner.token })];
    for (const window of windows) {
      await window.go(at(`/${id}/anular`));
      await fillReason(window);
      await press(window, 'revisar');
    }
    await Promise.all(windows.map((window) => press(window, 'anular')));
    for (const { page } of windows)
      expect(await page.textContent('[role=status]')).toBe('Hacienda selló la anulación.');
    const events = await house.sql('SELECT state FROM invalidations WHERE document_id = $1', [id]);
    expect(events).toEqual([{ state: 'sealed' }]);
  });

  it('come back to the filled form after the session ended in between', async () => {
    const id = await sold();
    const user = await signedIn(house, { role: 'accountant' });
    const window = await browser.open({ token: user.token });
    const { page } = window;
    await window.go(at(`/${id}/nota`));
    await page.fill('[name=cantidad-0]', '3');
    await user.expire();
    await press(window, 'revisar');
    expect(page.url()).toContain('/app/');
    expect(await page.locator('input[type=password]').count()).toBe(1);
    expect(await notesOn(id)).toEqual([]);
  });
});
