import { describe, expect, it } from 'vitest';
import { beginCancelling, issuedId } from '../../../../test/support/cancelling.ts';
import { pageOf, shownText, signedIn } from '../../../../test/support/console-caller.ts';
import { paperIn } from '../../../../test/support/form-reader.ts';
import { ownHouse } from '../../../../test/support/house.ts';
import { ccfBody, lineBody } from '../../../../test/support/request-bodies.ts';
import { sharedUser } from '../../../../test/support/shared-user.ts';

const house = ownHouse();
const accountant = sharedUser(house, { role: 'accountant' });
const here = (path = '') => pageOf(house, `/documentos${path}`);

const LINES = [
  lineBody({ description: 'Harina <b>', quantity: 10, unit_price: 2.26, discount_percentage: 10 }),
  lineBody({ description: 'Libro', quantity: 3, unit_price: 5, sale_type: 'exempt' }),
];

const sold = () => issuedId(house.company, ccfBody({ lines: LINES }));

async function refIn(address: string): Promise<string> {
  const { text } = await accountant.get(address);
  return /name="external_ref" value="([^"]+)"/.exec(text)?.[1] ?? '';
}

async function reviewed(address: string, fields: Readonly<Record<string, string>>) {
  const { status, headers } = await accountant.post(address, { ...fields, paso: 'revisar' });
  expect(status).toBe(303);
  expect(headers['location']).toBe(`${address}/revisar`);
  return accountant.get(String(headers['location']));
}

const notesOn = (ccf: string) =>
  house.sql`SELECT state, adjusted_gross::text AS gross, adjust_mode AS mode FROM documents
    WHERE adjusts = ${ccf}`;

describe('a credit note by hand', () => {
  it('is made of lines of the CCF, shown before, and issued once', async () => {
    const ccf = await sold();
    const address = here(`/${ccf}/nota`);
    const form = await accountant.get(address);
    expect(form.text).toContain('Harina &#60;b&#62;');
    const external_ref = await refIn(address);
    const chosen = { external_ref, modo: 'lineas', 'cantidad-0': '4,0', 'cantidad-1': '1' };
    const look = await reviewed(address, chosen);
    // The lines have the units of their CCF: there is nothing to choose.
    expect(look.text).not.toContain('unidad 99');
    // 4 of 10 at 2.26 less 10 %, and a book.
    expect(look.text).toContain('Nota de crédito por $13.14');
    // What was typed is kept until it is issued, and is no draft.
    expect((await accountant.get(address)).text).toContain('value="4,0"');
    const owner = await signedIn(house, { role: 'owner' });
    await owner.post(address, { ...chosen, external_ref: 'nota-otra', paso: 'revisar' });
    expect((await owner.get(pageOf(house, '/emitir'))).text).not.toContain('Borradores');
    const paper = await accountant.get(paperIn(look.text));
    expect([paper.status, paper.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(await notesOn(ccf)).toEqual([]);
    const answers = await Promise.all([
      accountant.post(address, { ...chosen, paso: 'emitir' }),
      accountant.post(address, { ...chosen, paso: 'emitir' }),
    ]);
    expect(new Set(answers.map(({ headers }) => headers['location'])).size).toBe(1);
    expect(answers[0].headers['location']).toMatch(/\?hecho=emitido$/);
    expect(await notesOn(ccf)).toEqual([{ state: 'stamped', gross: '13.14', mode: 'lines' }]);
    expect(await refIn(address)).not.toBe(external_ref);
    const issued = String(answers[0].headers['location']).replace(/\?.*/, '');
    expect((await accountant.get(`${address}/revisar`)).headers['location']).toBe(issued);
    const stranger = await signedIn(house, { role: 'accountant' });
    expect((await stranger.get(`${address}/revisar`)).headers['location']).toBe(address);
    expect((await stranger.get(`${address}/vista.pdf`)).status).toBe(404);
    // The back button, and the same form once more.
    const back = await accountant.post(address, { ...chosen, paso: 'emitir' });
    expect(back.headers['location']).toBe(answers[0].headers['location']);
    const deeds = await house.sql(`SELECT deed FROM user_deeds WHERE deed = 'note_issued'`);
    expect(deeds.length).toBeGreaterThan(0);
    expect((await accountant.get(String(back.headers['location']))).text).toContain(
      'Hacienda selló el documento.',
    );
  });

  it('may be of all, which adjusts the CCF in full', async () => {
    const ccf = await sold();
    const address = here(`/${ccf}/nota`);
    const external_ref = await refIn(address);
    const look = await reviewed(address, { external_ref, modo: 'todo' });
    expect(look.text).toContain('El CCF queda ajustado por completo.');
    await accountant.post(address, { external_ref, modo: 'todo', paso: 'emitir' });
    expect(await notesOn(ccf)).toEqual([{ state: 'stamped', gross: '35.34', mode: 'full' }]);
    expect((await accountant.get(address)).text).toContain('ya lo ajustaron por completo');
    const gone = await sold();
    await beginCancelling(house, gone);
    expect((await accountant.get(here(`/${gone}/nota`))).text).toContain('ya está anulado');
  });

  it('says what is wrong beside the line, and keeps what was typed', async () => {
    const ccf = await sold();
    const address = here(`/${ccf}/nota`);
    const external_ref = await refIn(address);
    const nothing = await accountant.post(address, { external_ref, modo: 'lineas', paso: 'revisar' });
    expect([nothing.status, nothing.text.includes('Anote cuánto se devuelve')]).toEqual([400, true]);
    const words = { external_ref, modo: 'lineas', 'cantidad-1': 'dos', observations: 'Llegó roto' };
    const wrong = await accountant.post(address, { ...words, paso: 'revisar' });
    expect([wrong.status, wrong.text.includes('id="cantidad-1-problem"')]).toEqual([400, true]);
    expect(shownText(wrong.text)).toContain('Llegó roto');
    const more = { external_ref, modo: 'lineas', 'cantidad-0': '1000' };
    const refused = await accountant.post(address, { ...more, paso: 'emitir' });
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/id="cantidad-0-problem">De la línea 1 del CCF se vendieron 10 y quedan 10/);
    expect(await notesOn(ccf)).toEqual([]);
  });

  it('gives back no more of a line than was sold over all notes, and shows what is left', async () => {
    const ccf = await sold();
    const address = here(`/${ccf}/nota`);
    const give = async (fields: Readonly<Record<string, string>>) => {
      const external_ref = await refIn(address);
      return accountant.post(address, { external_ref, modo: 'lineas', paso: 'emitir', ...fields });
    };
    expect((await give({ 'cantidad-1': '2' })).status).toBe(303);
    const free = { description: 'Descuento', quantity: 1, unit_price: 1, sale_type: 'taxed' };
    await house.company.post('/credit-memo', { document_id: ccf, lines: [free] });
    const form = await accountant.get(address);
    expect(form.text).toMatch(/>10<\/td>[\s\S]*>1 de 3<\/td>/);
    expect(form.text).toContain('Otras notas ajustan $1.00 sin decir de qué líneas');
    const more = await give({ 'cantidad-1': '2' });
    expect(more.status).toBe(400);
    expect(more.text).toMatch(/id="cantidad-1-problem">De la línea 2 del CCF se vendieron 3 y quedan 1/);
    const both = await Promise.all([give({ 'cantidad-1': '1' }), give({ 'cantidad-1': '1' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 400]);
    const empty = await accountant.get(address);
    expect(empty.text).toContain('0 de 3');
    expect(empty.text).not.toContain('id="cantidad-1"');
  });

  it('is on no other document, and in no foreign company', async () => {
    const sale = await issuedId(house.company);
    expect((await accountant.get(here(`/${sale}/nota`))).status).toBe(404);
    const ccf = await sold();
    const other = await house.addCompany();
    const stranger = await signedIn(house, { role: 'owner', companyId: other.companyId });
    const post = { external_ref: 'nota-1', modo: 'todo', paso: 'emitir' };
    const theirs = pageOf(house, `/documentos/${ccf}/nota`, other);
    expect((await stranger.post(theirs, post)).status).toBe(404);
    expect(await notesOn(ccf)).toEqual([]);
  });
});
