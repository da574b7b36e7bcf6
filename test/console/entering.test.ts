import { describe, expect, it } from 'vitest';
import { BROWSER, sharedBrowser, type Window } from '../support/console-browser.ts';
import { invited, linkFor, pageOf, signedIn } from '../support/console-caller.ts';
import { ownHouse } from '../support/house.ts';
import { invoiceBody } from '../support/request-bodies.ts';

const PASSWORD = 'un lorito bajo la lluvia';

describe.skipIf(BROWSER === null)('the console in Chromium', { timeout: 60_000 }, () => {
  const house = ownHouse();
  const browser = sharedBrowser(house);

  /** Somebody with a password, who has come in by an invitation and gone again. */
  async function invite(window: Window, email: string): Promise<void> {
    const token = await invited(house, { email, role: 'owner' });
    await window.go(`/app/invitacion/${token}`);
    await window.page.getByLabel('Su nombre').fill('Marta Ficticia');
    await window.page.getByLabel('Contraseña nueva').fill(PASSWORD);
    await window.page.getByRole('button', { name: 'Aceptar y entrar' }).click();
    await window.page.getByRole('heading', { name: 'Hoy', level: 1 }).waitFor();
  }

  async function signIn({ page }: Window, email: string): Promise<void> {
    await page.getByLabel('Correo').fill(email);
    await page.getByLabel('Contraseña').fill(PASSWORD);
    await page.keyboard.press('Enter');
  }

  it.each([true, false])('lets people in, out and in again; script: %s', async (hasScript) => {
    const window = await browser.open({ hasScript });
    const email = `marta-${hasScript}@example.com`;
    await invite(window, email);
    await window.page.getByText('Marta Ficticia').click();
    await window.page.getByRole('button', { name: 'Salir' }).click();
    await window.page.getByRole('heading', { name: 'Entrar' }).waitFor();
    await window.go('/app/cuenta');
    await signIn(window, email);
    await window.page.getByRole('heading', { name: 'Mi cuenta' }).waitFor();
    expect(new URL(window.page.url()).pathname).toBe('/app/cuenta');
    expect(window.complaints).toEqual([]);
  });

  it('signs in by a link only once its button is pressed', async () => {
    const user = await signedIn(house, { role: 'cashier' });
    const token = await linkFor(house, user.userId, 'entry');
    const window = await browser.open();
    await window.go(`/app/enlace/${token}`);
    // A busy browser focuses the button after the page is loaded.
    await window.page.locator('main button:focus').waitFor();
    await window.page.keyboard.press('Enter');
    await window.page.getByRole('heading', { name: 'Lo que usted ha emitido hoy' }).waitFor();
  });

  it.each([true, false])('loses nothing of a form when the session ends; script: %s', async (hasScript) => {
    const window = await browser.open({ hasScript });
    const email = `sesion-${hasScript}@example.com`;
    await invite(window, email);
    await window.go(pageOf(house, '/emitir/01'));
    const [first] = await window.page.locator('main form textarea, main form input[type="text"]').all();
    await first?.fill('Café de prueba «ñ»');
    const name = await first?.getAttribute('name');
    await house.sql('DELETE FROM sessions');
    await window.page.locator('main form button[type="submit"], main form button:not([type])').last().click();
    await window.page.getByText('Su sesión terminó').waitFor();
    await signIn(window, email);
    await window.page.locator(`[name="${name}"]`).first().waitFor();
    expect(await window.page.locator(`[name="${name}"]`).first().inputValue()).toBe('Café de prueba «ñ»');
  });

  it('says in a form that is saved while somebody types that the session ended, and keeps it all', async () => {
    const window = await browser.open();
    const email = 'tecleando@example.com';
    await invite(window, email);
    await window.go(pageOf(house, '/emitir/01'));
    await house.sql('DELETE FROM sessions');
    await window.page.locator('[name="lines[0].description"]').fill('Café escrito después');
    await window.page.locator('#totales').getByText('Su sesión terminó').waitFor();
    await window.page.getByRole('button', { name: 'Entrar de nuevo' }).click();
    await window.page.getByText('lo que había escrito vuelve a aparecer').waitFor();
    await signIn(window, email);
    await window.page.locator('[name="lines[0].description"]').waitFor();
    expect(await window.page.locator('[name="lines[0].description"]').inputValue()).toBe(
      'Café escrito después',
    );
  });

  it('shows sales as they are made', async () => {
    const owner = await signedIn(house, { role: 'owner' });
    const window = await browser.open({ token: owner.token });
    await window.go(pageOf(house, '/hoy'));
    await house.company.post('/invoice', invoiceBody({ customer_name: 'Cliente en Vivo' }));
    await window.page.getByText('Cliente en Vivo').waitFor();
    expect(window.complaints).toEqual([]);
  });

  it('is shown in no frame of another site', async () => {
    const window = await browser.open();
    await window.page.setContent(`<iframe src="${house.node.url}/app/entrar"></iframe>`);
    await expect.poll(() => window.page.frames()[1]?.url(), { timeout: 10_000 }).toMatch(/^chrome-error:/);
  });
});
