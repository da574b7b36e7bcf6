import { describe, expect, it } from 'vitest';
import { INVALIDATION, invalidate, sold, soldToTaxpayer } from '../../../../test/support/cancelling.ts';
import { pageOf, shownText } from '../../../../test/support/console-caller.ts';
import { ownHouse } from '../../../../test/support/house.ts';
import { keepReconciliation } from '../../../../test/support/kept-reconciliation.ts';
import { sharedUser } from '../../../../test/support/shared-user.ts';
import { fiscalTime } from '../../../core/calendar/el-salvador-time.ts';
import { periodOf, periodWords } from '../../../core/declaring/period.ts';

const house = ownHouse({ company: { file: INVALIDATION } });
const month = fiscalTime(Date.now()).fecEmi.slice(0, 7);
const accountant = sharedUser(house, { role: 'accountant', name: 'Ana Contadora' });
const list = (path = '') => pageOf(house, `/meses${path}`);
const at = (path = '') => list(`/${month}${path}`);

describe('the months of a company', () => {
  it('are closed by whoever confirms it, and tell what changed afterwards', async () => {
    expect((await accountant.get(list())).text).toContain('Todavía no hay documentos');
    const ccf = await soldToTaxpayer(house.company);
    await sold(house.company);
    const open = (await accountant.get(list())).text;
    expect(open).toContain('Abierto');
    expect(open).toContain(list(`/revisar?mes=${month}"`));
    expect((await accountant.get(at())).text).toContain('Todos los documentos del mes están sellados');
    const hasty = await accountant.post(at(), {});
    expect([hasty.status, hasty.text.includes('Confirme que')]).toEqual([422, true]);
    const done = await accountant.post(at(), { confirmed: '1' });
    expect([done.status, done.headers['location']]).toEqual([303, at()]);
    const kept = (await accountant.get(at())).text;
    expect(kept).toContain('Ana Contadora');
    const control = shownText((await accountant.get(at('/control'))).text);
    expect(control).toMatch(/Débito fiscal del mes<.*?\$1\.43</);
    expect((await accountant.get(list('/2026-13/control'))).status).toBe(404);
    expect(kept).toContain('Nada cambió');
    expect(kept).toMatch(/Estos son los de hoy.*href="#version-1".*id="version-1"/s);
    expect(kept).not.toContain('Cerrar el mes');
    const file = await accountant.get(at(`/cerrado/1/anexo01-${month}.csv`));
    expect(file.text).toContain(';1.30;');

    await invalidate(house.company, ccf);
    const changed = shownText((await accountant.get(at())).text);
    expect(changed).toContain('Cerrado, y algo cambió después');
    expect(changed).toContain('Quitada');
    expect(changed).toMatch(/>135<.*?\$1\.30<.*?\$0\.00<.*?-\$1\.30</);
    expect(changed).toMatch(/Invalidado después<.*?-\$11\.30</);
    expect(changed).toContain('Cerrar otra vez');
    await accountant.post(at(), { confirmed: '1' });
    const amended = (await accountant.get(at())).text;
    expect(amended).toContain(at('/cerrado/2/cambios"'));
    expect(amended).not.toContain(at('/cerrado/1/cambios"'));
    expect(shownText((await accountant.get(list())).text)).toContain('Cerrado, versión 2 (modificatoria)<');
    const both = shownText((await accountant.get(at('/cerrado/2/cambios'))).text);
    expect(both).toMatch(/>Versión 1<.*>Versión 2<.*>135<.*?\$1\.30<.*?\$0\.00<.*?-\$1\.30</s);
    expect(both).toContain('Quitada');
    expect(both).not.toContain('criterios distintos');
    expect((await accountant.get(at('/cerrado/1/cambios'))).status).toBe(404);
    expect((await accountant.get(at(`/cerrado/1/anexo01-${month}.csv`))).text).toBe(file.text);
    expect((await accountant.get(at('/exportar.zip'))).headers['content-disposition']).toBe(
      `attachment; filename="f07-${month}.zip"`,
    );
    const deeds = await house.sql`SELECT user_name, address, deed, subject FROM user_deeds ORDER BY deed_id`;
    const words = periodWords(periodOf(`${month}-01`));
    const annex = ['exported', `anexo01-${month}.csv, versión 1`];
    const recorded = [
      ['month_closed', `${words}, versión 1`],
      annex,
      ['month_closed', `${words}, versión 2`],
      annex,
      ['exported', `f07-${month}.zip`],
    ];
    const who = { user_name: 'Ana Contadora', address: '127.0.0.1' };
    expect(deeds).toEqual(recorded.map(([deed, subject]) => ({ ...who, deed, subject })));
    // A month in which nothing changed stays as it is, and nothing was done.
    await accountant.post(at(), { confirmed: '1' });
    const [{ count } = {}] = await house.sql('SELECT count(*)::int FROM user_deeds');
    expect(count).toBe(recorded.length);
  });

  it('have their books to print and as workbooks', { timeout: 60_000 }, async () => {
    expect(shownText((await accountant.get(at())).text)).toContain('Libro de ventas a contribuyentes');
    const printed = await accountant.get(at('/libros/contribuyentes.pdf'));
    expect([printed.status, printed.text.slice(0, 5)]).toEqual([200, '%PDF-']);
    const workbook = await accountant.get(at('/libros/consumidores.xlsx'));
    expect(workbook.headers['content-disposition']).toBe(
      `attachment; filename="libro-consumidores-${month}.xlsx"`,
    );
    const books = await house.sql(
      `SELECT subject FROM user_deeds WHERE deed = 'exported' AND subject LIKE 'libro-%' ORDER BY deed_id`,
    );
    expect(books.map(({ subject }) => subject)).toEqual([
      `libro-contribuyentes-${month}.pdf`,
      `libro-consumidores-${month}.xlsx`,
    ]);
    for (const name of ['compras.pdf', 'contribuyentes.docx', 'contribuyentes'])
      expect((await accountant.get(at(`/libros/${name}`))).status).toBe(404);
  });

  it('tell when they were compared with the authority, and where the two disagree', async () => {
    expect(shownText((await accountant.get(at())).text)).toMatch(
      new RegExp(
        `Nadie ha preguntado a Hacienda.*sello reconcile --month ${month} --company ${house.company.slug}<`,
      ),
    );
    const { document_id, control_number } = await sold(house.company);
    const kept = { companyId: house.company.companyId, documentId: String(document_id), month };
    await keepReconciliation(house, { ...kept, ended: false, findings: [] });
    const interrupted = shownText((await accountant.get(at())).text);
    expect(interrupted).toMatch(/Sin terminar<.* · 1 de 3 documentos</);
    expect(interrupted).not.toContain('Aquella vez');
    await keepReconciliation(house, { ...kept, ended: true, findings: [] });
    const compared = shownText((await accountant.get(at())).text);
    expect(compared).toContain('Aquella vez: ninguna diferencia.');
    expect(compared).toContain('Desde entonces no cambió ningún documento');
    await sold(house.company);
    expect(shownText((await accountant.get(at())).text)).toMatch(/Ya no está al día<.*cambió 1 documento/);
    await house.sql('DELETE FROM month_reconciliations WHERE ended_at IS NOT NULL');
    await keepReconciliation(house, { ...kept, ended: true, findings: [['absent_there', null]] });
    const { text } = await accountant.get(at());
    expect(text).toContain(`/documentos/${document_id}"`);
    const shown = shownText(text);
    for (const words of [
      '1 documento',
      'Solo aquí',
      String(control_number),
      'Hacienda dice que no lo conoce',
      'no da una lista',
    ])
      expect(shown).toContain(words);
    expect(shown).not.toContain('Distintos');
  });

  it('wait while two others of the company are closed', { timeout: 60_000 }, async () => {
    expect((await accountant.get(at())).text).toContain('cerrado/1/');
    const others = ['2026-02', '2026-03', '2026-04'];
    const running = others.map((one) => house.company.call('POST', `/reports/f07/${one}/close`));
    expect((await Promise.race(running)).status).toBe(503);
    expect((await accountant.get(at())).status).toBe(503);
    expect((await accountant.post(at(), { confirmed: '1' })).status).toBe(503);
    await Promise.all(running);
    expect((await accountant.get(at())).status).toBe(200);
  });

  it('are those that there are', async () => {
    for (const path of ['/noviembre', '/2026-13', `/${month}/cerrado/9/x.csv`, '/noviembre/exportar.zip'])
      expect((await accountant.get(list(path))).status).toBe(404);
    // A month without a neighbour in the calendar is none.
    for (const none of ['/9999-12', '/0000-01'])
      for (const path of ['', '/clases', '/control', '/exportar.zip'])
        expect([none, path, (await accountant.get(list(none + path))).status]).toEqual([none, path, 404]);
    const refused = await accountant.post(list('/2999-01'), { confirmed: '1' });
    expect([refused.status, refused.text.includes('todavía no termina')]).toEqual([422, true]);
  });
});
