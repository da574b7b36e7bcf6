import { describe, expect, it } from 'vitest';
import { issuedId, RESCISSION } from '../../../../test/support/cancelling.ts';
import { pageOf, shownText, signedIn } from '../../../../test/support/console-caller.ts';
import { paperIn } from '../../../../test/support/form-reader.ts';
import { ccfBody } from '../../../../test/support/request-bodies.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';
import { sharedUser } from '../../../../test/support/shared-user.ts';

const house = sharedHouse();
const accountant = sharedUser(house, { role: 'accountant' });
const issued = (body?: unknown) => issuedId(house.company, body);
const here = (path = '') => pageOf(house, `/documentos${path}`);

async function eventsOf(documentId: string) {
  return house.sql('SELECT state FROM invalidations WHERE document_id = $1', [documentId]);
}

describe('cancelling a document', () => {
  it('asks, shows what will be, and does it once', async () => {
    const id = await issued();
    const form = await accountant.get(here(`/${id}/anular`));
    expect(shownText(form.text)).toMatch(/se puede anular hasta el <strong>\d\d\/\d\d\/\d{4} 23:59/);
    const reviewed = await accountant.post(here(`/${id}/anular`), { ...RESCISSION, paso: 'revisar' });
    // No address holds what people are called.
    expect([reviewed.status, reviewed.headers['location']]).toEqual([303, here(`/${id}/anular/revisar`)]);
    const look = await accountant.get(String(reviewed.headers['location']));
    expect([look.status, look.text.includes('No se puede deshacer')]).toEqual([200, true]);
    const facts = shownText(look.text).match(/<dl class="facts">[\s\S]*?<\/dl>/)?.[0];
    for (const told of [
      'Se deshizo la operación',
      RESCISSION.reason,
      'Ana Ficticia',
      'DUI <bdi>',
      'Beto Ficticio',
    ])
      expect(facts).toContain(told);
    const paper = await accountant.get(paperIn(look.text));
    expect([paper.status, paper.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(await eventsOf(id)).toEqual([]);
    const twice = { ...RESCISSION, paso: 'anular' };
    const answers = await Promise.all([
      accountant.post(here(`/${id}/anular`), twice),
      accountant.post(here(`/${id}/anular`), twice),
    ]);
    for (const { status, headers } of answers)
      expect([status, headers['location']]).toEqual([303, here(`/${id}?hecho=anulado`)]);
    expect(await eventsOf(id)).toEqual([{ state: 'sealed' }]);
    // The last look, come back to, shows the event itself.
    const event = await accountant.get(paperIn(look.text));
    expect([event.status, event.headers['location']]).toEqual([303, here(`/${id}/anulacion.pdf`)]);
    expect((await accountant.get(here(`/${id}/anulacion.pdf`))).status).toBe(200);
    const after = await accountant.get(here(`/${id}?hecho=anulado`));
    expect(after.text).toContain('Hacienda selló la anulación.');
    expect(after.text).toContain('anulacion.pdf');
    const deeds = await house.sql('SELECT deed, user_name FROM user_deeds WHERE document_id = $1', [id]);
    expect(new Set(deeds.map(({ deed }) => deed))).toEqual(new Set(['invalidated']));
    const again = await accountant.get(here(`/${id}/anular`));
    expect(again.text).toContain('ya está anulado');
  });

  it('says what is wrong beside the field, and keeps what was typed', async () => {
    const id = await issued();
    const { status, text } = await accountant.post(here(`/${id}/anular`), {
      ...RESCISSION,
      type: '1',
      'responsible.document_number': '123',
      paso: 'revisar',
    });
    expect(status).toBe(400);
    expect(text).toContain('id="responsible.document_number-problem"');
    expect(text).toContain('id="replacement_document_id-problem"');
    expect(shownText(text)).toContain('value="La operación se deshizo"');
    expect(await eventsOf(id)).toEqual([]);
  });

  it('offers the newest documents of the type to take its place', async () => {
    const [id, other] = [await issued(ccfBody()), await issued(ccfBody())];
    const { text } = await accountant.get(here(`/${id}/anular`));
    expect(text).toContain(`<option value="${other}"`);
    expect(text).not.toContain(`<option value="${id}"`);
    const wanted = { ...RESCISSION, type: '1', replacement_document_id: other };
    const done = await accountant.post(here(`/${id}/anular`), { ...wanted, paso: 'anular' });
    expect(done.headers['location']).toBe(here(`/${id}?hecho=anulado`));
  });

  it('goes back to the form with what was typed', async () => {
    const id = await issued();
    await accountant.post(here(`/${id}/anular`), { ...RESCISSION, paso: 'revisar' });
    expect((await accountant.get(here(`/${id}/anular`))).text).toContain('value="Beto Ficticio"');
    const other = await signedIn(house, { role: 'accountant' });
    for (const path of ['', '/revisar'])
      expect((await other.get(here(`/${id}/anular${path}`))).text).not.toContain('Beto Ficticio');
    await accountant.post(here(`/${id}/anular`), { ...RESCISSION, paso: 'anular' });
    expect(await house.sql(`SELECT 1 FROM begun_forms WHERE external_ref = 'anular-${id}'`)).toEqual([]);
  });

  it('names the document that takes the place of the cancelled one, and offers no draft of it', async () => {
    const [id, other] = [await issued(ccfBody()), await issued(ccfBody())];
    const owner = await signedIn(house, { role: 'owner' });
    const wanted = { ...RESCISSION, type: '1', replacement_document_id: other };
    await owner.post(here(`/${id}/anular`), { ...wanted, paso: 'revisar' });
    const [row] = await house.sql('SELECT control_number FROM documents WHERE document_id = $1', [other]);
    const [, count = ''] = /0*(\d+)$/.exec(String(row?.['control_number'])) ?? [];
    expect((await owner.get(here(`/${id}/anular/revisar`))).text).toContain(`M001P001-${count}</span> de`);
    expect((await owner.get(pageOf(house, '/emitir'))).text).not.toContain('Borradores');
  });

  it('tells that the authority is silent, and goes on with what is on its way', async () => {
    const id = await issued();
    await house.authority.script({ service: 'invalidacion', action: 'status', status: 500, times: 50 });
    const silent = await accountant.post(here(`/${id}/anular`), { ...RESCISSION, paso: 'anular' });
    expect(silent.headers['location']).toBe(here(`/${id}?hecho=anulacion-en-camino`));
    await house.authority.behave();
    const page = await accountant.get(here(`/${id}`));
    expect(page.text).toContain('La anulación está en camino');
  });

  it('is a note once the window of a CCF is over', async () => {
    const company = await house.addCompany({ file: { windows: { direct_invalidation_business_day: 0 } } });
    const user = await signedIn(house, { role: 'accountant', companyId: company.companyId });
    const there = pageOf(house, `/documentos/${await issuedId(company, ccfBody())}`, company);
    const address = `${there}/anular`;
    const look = await user.get(address);
    expect(shownText(look.text)).toContain('Se emitirá una nota de crédito por todo: $11.30.');
    expect((await user.get(paperIn(look.text))).status).toBe(200);
    const done = await user.post(address, { paso: 'anular' });
    expect([done.status, done.headers['location']]).toEqual([303, `${there}?hecho=anulado`]);
  });

  it('finds nothing where there is nothing', async () => {
    const other = await house.addCompany();
    const stranger = await signedIn(house, { role: 'owner', companyId: other.companyId });
    const id = await issued();
    const theirs = pageOf(house, `/documentos/${id}/anular`, other);
    const post = { ...RESCISSION, paso: 'anular' };
    for (const answer of [await stranger.get(theirs), await stranger.post(theirs, post)])
      expect(answer.status).toBe(404);
    expect(await eventsOf(id)).toEqual([]);
  });
});
