import { describe, expect, it } from 'vitest';
import { exported, INVALIDATION, sold, soldToTaxpayer } from '../../../../test/support/cancelling.ts';
import { pageOf, shownText } from '../../../../test/support/console-caller.ts';
import { ownHouse } from '../../../../test/support/house.ts';
import { suexBody } from '../../../../test/support/request-bodies.ts';
import { sharedUser } from '../../../../test/support/shared-user.ts';
import { fiscalTime } from '../../../core/calendar/el-salvador-time.ts';
import { periodOf, periodWords } from '../../../core/declaring/period.ts';

const house = ownHouse({ company: { file: INVALIDATION } });
const month = fiscalTime(Date.now()).fecEmi.slice(0, 7);
const accountant = sharedUser(house, { role: 'accountant', name: 'Ana Contadora' });
const list = (path: string) => pageOf(house, `/meses${path}`);
const at = (query = '') => list(`/${month}/clases${query}`);

/** What a page says without its tags. */
const wordsOf = (html: string) => shownText(html.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ');

describe('the codes of a month', () => {
  it('are changed for many documents at once, told before and after', async () => {
    expect(wordsOf((await accountant.get(at())).text)).toContain('Ningún documento del mes es así');
    await sold(house.company);
    await sold(house.company);
    await soldToTaxpayer(house.company);
    await exported(house.company);
    await house.company.post('/suex', suexBody());
    const sales = wordsOf((await accountant.get(at())).text);
    expect(sales).toContain(
      '4 documentos, con sello o sin él todavía, y también los rechazados y los que se invalidaron',
    );
    expect(sales).toContain('operación 1, ingreso 3 · de la empresa 2 $2.26');
    expect(sales).toContain('operación 1, ingreso 7 · de la empresa 1');
    expect(sales).toContain('no es la clasificación del IVA');
    expect(wordsOf((await accountant.get(at('?tipo=14'))).text)).toContain(
      'operación 1, clasificación 2, sector 2, tipo 2 · de la empresa 1',
    );

    const chosen = { tipo: '01', establecimiento: 'M001', income_type: '2' };
    const asked = wordsOf((await accountant.post(at(), chosen)).text);
    expect(asked).toContain('¿Cambiar 2 documentos?');
    expect(asked).toContain('Tipo de ingreso: 2 servicios');
    expect(wordsOf((await accountant.get(at())).text)).not.toContain('propios 2');
    const done = await accountant.post(at(), { ...chosen, confirmed: '1' });
    expect([done.status, done.headers['location']?.endsWith('hecho=2')]).toEqual([303, true]);
    const after = wordsOf((await accountant.get(done.headers['location'] ?? '')).text);
    expect(after).toContain('Cambiaron 2 documentos');
    expect(after).toContain('operación 1, ingreso 2 · propios 2');
    expect(after).toContain('Ana Contadora');
    const deeds = await house.sql(`SELECT user_name, subject FROM user_deeds WHERE deed = 'classes_changed'`);
    const changed = `${periodWords(periodOf(`${month}-01`))}, 2 documentos: Tipo de ingreso: 2 servicios`;
    expect(deeds).toMatchObject([{ user_name: 'Ana Contadora', subject: expect.stringContaining(changed) }]);
    const unclassed = wordsOf((await accountant.get(at('?codigos=sin'))).text);
    expect(unclassed).toContain('2 documentos, con sello');
    const rest = { codigos: 'sin', operation_type: '4', confirmed: '1' };
    expect((await accountant.post(at(), rest)).headers['location']).toContain('hecho=2');
    const annex = (await house.company.get(`/reports/f07/${month}/annexes/1`)).text;
    expect(annex).toMatch(/;4;3;1\r\n$/);
  });

  it('are not changed without a code, for nobody, with a wrong one, or in a closed month', async () => {
    const refused = async (fields: Readonly<Record<string, string>>) => {
      const { status, text } = await accountant.post(at(), fields);
      expect(status).toBe(422);
      return wordsOf(text);
    };
    expect(await refused({})).toContain('Escoja al menos un código');
    expect(await refused({ income_type: '2', establecimiento: 'X999' })).toContain('Ningún documento');
    expect(await refused({ income_type: '2', actividad: '99999' })).toContain('Ningún documento');
    await refused({ income_type: '99' });
    expect(await refused({ tipo: '14', classification: '1' })).toContain('van juntos');
    await accountant.post(list(`/${month}`), { confirmed: '1' });
    expect(await refused({ income_type: '2', confirmed: '1' })).toContain('El mes está cerrado');
    const closed = wordsOf((await accountant.get(at())).text);
    expect(closed).toContain('sus códigos quedan como se declararon');
    expect(closed).not.toContain('Ver cuántos cambian');
    expect((await accountant.get(list('/2026-13/clases'))).status).toBe(404);
  });
});
