import { describe, expect, it } from 'vitest';
import { markIssued, pageOf, shownText, signedIn } from '../../../../test/support/console-caller.ts';
import { ownHouse } from '../../../../test/support/house.ts';
import { type Line, recorderOf } from '../../../../test/support/recorded-lines.ts';
import { ccfBody, invoiceBody, noteBody } from '../../../../test/support/request-bodies.ts';
import { sharedUser } from '../../../../test/support/shared-user.ts';

const lines: Line[] = [];
const house = ownHouse({
  logger: recorderOf(lines),
  company: {
    file: { delivery: { smtp: { host: 'localhost', port: 1, secure: false, from: 'a@example.com' } } },
  },
});
const accountant = sharedUser(house, { role: 'accountant' });
const cashier = sharedUser(house, { role: 'cashier' });
const here = (path = '') => pageOf(house, `/documentos${path}`);

async function issued(body: unknown) {
  const { body: answer } = await house.company.post('/invoice', body);
  return { id: String(answer['document_id']), answer };
}

async function deedsOf(documentId: string) {
  return house.sql('SELECT deed, subject FROM user_deeds WHERE document_id = $1', [documentId]);
}

describe('one document', () => {
  it('gives its files away without a word in the log of anything that went wrong', async () => {
    const { id } = await issued(invoiceBody());
    for (const file of ['carta.pdf', 'tiquete.pdf', 'documento.json'])
      expect((await accountant.get(here(`/${id}/${file}`))).status).toBe(200);
    expect(lines.filter((line) => 'err' in line)).toEqual([]);
  });

  it('shows what it is, what happened to it, its papers and the link for the customer', async () => {
    const { id, answer } = await issued(invoiceBody({ customer_name: 'Zoë Ñuñez' }));
    const { status, text } = await accountant.get(here(`/${id}`));
    expect(status).toBe(200);
    const shown = shownText(text);
    for (const part of [
      'Zoë Ñuñez',
      answer['control_number'],
      answer['reception_stamp'],
      answer['invoice_url'],
    ])
      expect(shown).toContain(String(part));
    expect(shown).toContain('Hacienda lo selló.');
    for (const [file, type] of [
      ['carta.pdf', 'application/pdf'],
      ['tiquete.pdf', 'application/pdf'],
      ['documento.json', 'application/json; charset=utf-8'],
    ]) {
      const answered = await accountant.get(here(`/${id}/${file}`));
      expect([file, answered.status, answered.headers['content-type']]).toEqual([file, 200, type]);
    }
    const { headers } = await accountant.get(here(`/${id}/carta.pdf`));
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect((await accountant.get(here(`/${id}/anulacion.pdf`))).status).toBe(404);
  });

  it('says what may be done and until when, to those who may do it', async () => {
    const { id } = await issued(ccfBody());
    const { text } = await accountant.get(here(`/${id}`));
    expect(shownText(text)).toMatch(/Se puede anular hasta el \d\d\/\d\d\/\d{4} 23:59/);
    expect(shownText(text)).toMatch(/Admite notas de crédito hasta el .*; quedan \$11\.30/);
    await house.company.post(
      '/credit-memo',
      noteBody(id, { lines: [{ description: 'Pan', quantity: 2, unit_price: 1.13 }] }),
    );
    const adjusted = shownText((await accountant.get(here(`/${id}`))).text);
    expect(adjusted).toContain('quedan $9.04');
    expect(adjusted).toContain('No se puede anular mientras tenga notas');
    expect(adjusted).toContain('Nota por $2.26');
    const sale = await issued(invoiceBody());
    expect((await accountant.get(here(`/${sale.id}`))).text).not.toContain('Admite notas');
  });

  it('explains a rejection, and offers to correct it to those who issue', async () => {
    await house.authority.script({ service: 'recepcion', action: 'code', codigoMsg: '020', times: 1 });
    const { id } = await issued(invoiceBody());
    const { text } = await accountant.get(here(`/${id}`));
    expect(text).toContain('Hacienda lo rechazó');
    expect(text).not.toContain('emitir/corregir');
    expect(text).not.toContain('Enlace para el cliente');
    const owner = await signedIn(house, { role: 'owner' });
    expect((await owner.get(here(`/${id}`))).text).toContain(`emitir/corregir/${id}`);
  });

  it('is a cashier’s own of today alone', async () => {
    const { id } = await issued(invoiceBody());
    const paths = ['', '/carta.pdf', '/documento.json'];
    for (const path of paths) expect((await cashier.get(here(`/${id}${path}`))).status).toBe(404);
    expect((await cashier.post(here(`/${id}/correo`))).status).toBe(404);
    await markIssued(house, cashier, { documentId: id, ago: '25 hours' });
    expect((await cashier.get(here(`/${id}`))).status).toBe(404);
    await markIssued(house, cashier, { documentId: id });
    for (const path of paths) expect((await cashier.get(here(`/${id}${path}`))).status).toBe(200);
  });

  it('is not there for another company, nor under another identifier', async () => {
    const { id } = await issued(invoiceBody());
    const other = await house.addCompany();
    const stranger = await signedIn(house, { role: 'owner', companyId: other.companyId });
    const theirs = pageOf(house, `/documentos/${id}`, other);
    for (const path of [here(`/${id}`), theirs, `${theirs}/carta.pdf`])
      expect((await stranger.get(path)).status).toBe(404);
    expect((await accountant.get(here('/no-existe'))).status).toBe(404);
    expect((await accountant.get(here('/%00'))).status).toBe(404);
  });
});

describe('the mail of a document', () => {
  it('is sent again, to the same or another address, and recorded', async () => {
    const { id } = await issued(ccfBody());
    const typed = await accountant.post(here(`/${id}/correo`), { address: 'otro@example.com' });
    expect([typed.status, typed.headers['location']]).toEqual([303, here(`/${id}?hecho=correo`)]);
    const { text } = await accountant.get(String(typed.headers['location']));
    expect(text).toContain('El correo está en espera');
    expect(text).toContain('otro@example.com');
    expect(await deedsOf(id)).toEqual([{ deed: 'mailed_again', subject: 'otro@example.com' }]);
  });

  it('is recorded of the document that was named by its reference', async () => {
    const body = ccfBody();
    const { id } = await issued(body);
    const { status } = await accountant.post(here(`/${body['external_ref']}/correo`));
    expect(status).toBe(303);
    expect(await deedsOf(id)).toEqual([{ deed: 'mailed_again', subject: '' }]);
  });

  it('says what is in the way', async () => {
    const { id } = await issued(invoiceBody());
    const bad = await accountant.post(here(`/${id}/correo`), { address: 'no es' });
    expect([bad.status, bad.text.includes('La dirección de correo no es válida.')]).toEqual([400, true]);
    const none = await accountant.post(here(`/${id}/correo`));
    expect([none.status, none.text.includes('role="status"')]).toEqual([400, true]);
    expect(await deedsOf(id)).toEqual([]);
  });
});
