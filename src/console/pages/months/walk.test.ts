import { beforeAll, describe, expect, it } from 'vitest';
import { INVALIDATION, sold, soldToTaxpayer } from '../../../../test/support/cancelling.ts';
import { BROWSER, sharedBrowser } from '../../../../test/support/console-browser.ts';
import { pageOf } from '../../../../test/support/console-caller.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';
import { sharedUser } from '../../../../test/support/shared-user.ts';
import { fiscalTime } from '../../../core/calendar/el-salvador-time.ts';

const house = sharedHouse({ file: INVALIDATION });
const month = fiscalTime(Date.now()).fecEmi.slice(0, 7);
const TELEPHONE = { width: 390, height: 844 };

describe.skipIf(BROWSER === null)('a month in a browser (needs Chromium)', { timeout: 60_000 }, () => {
  const browser = sharedBrowser(house);
  const owner = sharedUser(house, { role: 'owner' });
  const accountant = sharedUser(house, { role: 'accountant' });
  const at = (path: string) => pageOf(house, `/meses/${path}`);
  beforeAll(async () => {
    await soldToTaxpayer(house.company);
    await sold(house.company);
  });

  it.each([{ hasScript: true }, { ...TELEPHONE, hasScript: false }])(
    'has its files checked: %j',
    async (look) => {
      const { page, go, hindrances } = await browser.open({ ...look, token: accountant.token });
      await go(at(month));
      await page.click('text=Revisar un archivo');
      expect(await page.inputValue('#mes')).toBe(month);
      const annex = (await house.company.get(`/reports/f07/${month}/annexes/1`)).text;
      const file = (text: string) => ({
        name: `anexo01-${month}.csv`,
        mimeType: 'text/csv',
        buffer: Buffer.from(text, 'latin1'),
      });
      await page.setInputFiles('#archivo', file(annex));
      await page.click('main form button');
      await page.waitForSelector('text=El portal debería tomarlo');
      await page.setInputFiles('#archivo', file(annex.replace(';1.30;', ';1.50;')));
      await page.click('main form button');
      await page.waitForSelector('text=Cálculo del monto del IVA no es correcto');
      if (look.hasScript) expect(await hindrances()).toEqual([]);
      await page.click('summary:has-text("Pegar filas")');
      await page.fill('#texto', annex.replace(/^[^;]*/, '1/1/26').trimEnd());
      await page.click('main form button');
      await page.waitForSelector('text=Formato de Fecha no es correcto');
    },
  );

  it('has the codes of its documents changed, and is closed with the criteria that were chosen', async () => {
    const { page, go, hindrances } = await browser.open({ token: owner.token });
    await go(at(month));
    await page.click('text=Ver los códigos del mes');
    await page.selectOption('#tipo', '01');
    await page.click('form[method="get"] button');
    await page.selectOption('#income_type', '2');
    await page.click('text=Ver cuántos cambian');
    await page.waitForSelector('h1:has-text("¿Cambiar 1 documento?")');
    expect(await hindrances()).toEqual([]);
    await page.click('button:has-text("Cambiar 1 documento")');
    await page.waitForSelector('text=Cambiaron 1 documento');
    expect(await hindrances()).toEqual([]);

    await go(at(month));
    await page.click('summary:has-text("Cambiar los criterios")');
    await page.selectOption('#notas', 'negativas');
    await page.click('text=Usar estos criterios');
    await page.waitForSelector('text=Notas de crédito: con montos negativos');
    expect(await page.getAttribute('a:has-text("Descargar el ZIP")', 'href')).toContain('notas=negativas');
    expect(await hindrances()).toEqual([]);
    await page.check('[name="confirmed"]');
    await page.click('button:has-text("Cerrar el mes")');
    await page.waitForSelector('text=Lo que se guardó, versión 1');
    await page.click('summary:has-text("Con qué criterios")');
    expect(await page.innerText('main')).toContain('Notas de crédito: con montos negativos');
    expect(await hindrances()).toEqual([]);
  });
});
