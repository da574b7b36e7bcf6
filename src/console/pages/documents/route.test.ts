import { describe, expect, it } from 'vitest';
import {
  INVALIDATION,
  invalidate,
  issuedId,
  noted,
  sold,
  soldToTaxpayer,
} from '../../../../test/support/cancelling.ts';
import { markIssued, pageOf, shownText, signedIn } from '../../../../test/support/console-caller.ts';
import { freshRef, invoiceBody, lineBody } from '../../../../test/support/request-bodies.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';
import { sharedUser } from '../../../../test/support/shared-user.ts';
import { fiscalTime } from '../../../core/calendar/el-salvador-time.ts';

const house = sharedHouse();
const accountant = sharedUser(house, { role: 'accountant' });
const cashier = sharedUser(house, { role: 'cashier' });
const here = (path = '') => pageOf(house, `/documentos${path}`);

const rowsIn = (text: string) => [...text.matchAll(/<td class="lead">/g)].length;

describe('the list of documents', () => {
  it('says what to do where there is none', async () => {
    const owner = await signedIn(house, { role: 'owner' });
    const { status, text } = await owner.get(here());
    expect([status, text.includes('Todavía no hay documentos.'), text.includes('Emitir el primero')]).toEqual(
      [200, true, true],
    );
    expect((await accountant.get(here())).text).not.toContain('Emitir el primero');
  });

  it('shows them newest first, with totals, and finds by whatever is typed', async () => {
    const sale = await sold(house.company, { customer_name: 'Zoë <b>Ñuñez' });
    const ccf = await soldToTaxpayer(house.company, { lines: [lineBody({ quantity: 77 })] });
    const page = await accountant.get(here());
    expect(rowsIn(page.text)).toBe(2);
    expect(page.text).toContain('Zoë &#60;b&#62;Ñuñez');
    expect(page.text).toContain('2 documentos');
    expect(page.text.indexOf(String(ccf['document_id']))).toBeLessThan(
      page.text.indexOf(String(sale['document_id'])),
    );
    const number = String(sale['control_number']);
    const searches = ['zoe', number, sale['generation_code'], sale['reception_stamp'], number.slice(-15)];
    for (const text of searches) {
      const { text: found } = await accountant.get(
        here(`?q=${encodeURIComponent(String(text))}&doc_type=01`),
      );
      expect([text, rowsIn(found)]).toEqual([text, 1]);
    }
    const none = await accountant.get(here('?q=nadie'));
    expect([rowsIn(none.text), none.text.includes('Ningún documento cumple')]).toEqual([0, true]);
    const asked = await accountant.get(here('?q=zoe&totales=1'));
    expect(asked.text).toContain('1 documento');
    expect(none.text).toContain('Calcular los totales');
  });

  it('adds up what counts, less what notes give back, and says what does not', async () => {
    const other = await house.addCompany({ file: INVALIDATION });
    const seen = await signedIn(house, { role: 'accountant', companyId: other.companyId });
    const { text: empty } = await seen.get(pageOf(house, '/documentos', other));
    expect(empty).not.toContain('<tfoot>');
    await sold(other, { lines: [lineBody({ quantity: 100, unit_price: 1 })] });
    const ccf = await soldToTaxpayer(other, { lines: [lineBody({ quantity: 10, unit_price: 1 })] });
    await noted(other, ccf, { lines: [lineBody({ quantity: 4, unit_price: 1 })] });
    await invalidate(other, await sold(other));
    await house.authority.script({ service: 'recepcion', action: 'code', codigoMsg: '096', times: 1 });
    await other.post('/invoice', invoiceBody());
    for (const query of ['', '?q=dte-&totales=1']) {
      const { text } = await seen.get(pageOf(house, `/documentos${query}`, other));
      const rows = shownText(/<table>.*?<\/table>/s.exec(text)?.[0].replace(/<[^>]*>/g, ' ') ?? '').replace(
        /\s+/g,
        ' ',
      );
      expect(rows).toMatch(/Ventas menos notas de crédito 3 .* \$106\.00 $/);
      expect(rows).toMatch(/Nota de crédito Sellado 1 .* -\$4\.00/);
      expect(rows).toMatch(/Sellado 1 [^A]*Anulado no se suma 1/);
      expect(rows).toMatch(/Rechazado no se suma 1/);
    }
  });

  it('leaves nobody’s name or number in an address', async () => {
    for (const q of ['Zoë <b>Ñuñez', '0614-010100-101-2', '01234567-8', '12345-6']) {
      const sent = await accountant.post(here(), { q, doc_type: '01', from: '', to: '' });
      const address = sent.headers['location'] ?? '';
      expect([sent.status, address.startsWith(here('?busca='))]).toEqual([303, true]);
      expect(address).toContain('&doc_type=01');
      const page = await accountant.get(address);
      expect(shownText(/id="q" [^>]*value="([^"]*)"/.exec(page.text)?.[1] ?? '')).toBe(q);
      const links = [...page.text.matchAll(/(?:href|action|hx-get)="([^"]*)"/g)].map(([, link = '']) =>
        decodeURIComponent(shownText(link).replaceAll('+', ' ')),
      );
      expect(links.filter((link) => link.includes(q))).toEqual([]);
      const other = await house.addCompany();
      const stranger = await signedIn(house, { role: 'owner', companyId: other.companyId });
      const theirs = (await stranger.get(address.replace(here(), pageOf(house, '/documentos', other)))).text;
      expect(theirs).toContain('id="q" name="q" type="search" value=""');
      expect(theirs).toContain('Este enlace ya no dice qué se buscaba');
    }
    const found = await accountant.post(here(), { q: '$1,234.50' });
    expect(found.headers['location']).toBe(here('?q=%241%2C234.50'));
  });

  it('shows and exports nothing for a sealed search that was cut short', async () => {
    const sent = await accountant.post(here(), { q: 'Zoë' });
    const cut = (sent.headers['location'] ?? '').replace(here(), '').slice(0, -1);
    for (const path of ['', '/exportar.xlsx', '/exportar.csv', '/exportar.zip']) {
      const { headers, text } = await accountant.get(here(`${path}${cut}`));
      expect([path, headers['content-type']]).toEqual([path, 'text/html; charset=utf-8']);
      expect(text).toMatch(/<p class="alert" role="alert">Este enlace ya no dice qué se buscaba/);
      expect([rowsIn(text), text.includes('download'), text.includes('Todavía no hay')]).toEqual([
        0,
        false,
        false,
      ]);
    }
  });

  it('says what is wrong with a filter, beside it', async () => {
    const { status, text } = await accountant.get(here('?from=ayer&amount_min=mucho'));
    expect([status, text.includes('id="from-problem"'), text.includes('id="amount_min-problem"')]).toEqual([
      200,
      true,
      true,
    ]);
    const [, beside = ''] = /id="from-problem">([^<]*)</.exec(text) ?? [];
    expect(beside).toContain('como 01/11/2026');
    expect(text).toContain(`<p class="alert" role="alert">${beside}</p>`);
  });

  it('shows again what is too long for any address, and says so', async () => {
    const typed = 'ñ'.repeat(4_000);
    const { status, text } = await accountant.post(here(), { q: 'Ana', external_ref: typed });
    expect([status, text.includes('demasiado largo'), text.includes(typed)]).toEqual([200, true, true]);
    const links = [...text.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, link = '']) => link.length);
    expect(Math.max(...links)).toBeLessThan(200);
  });

  it('has yesterday two clicks from its file, whatever else is asked for', async () => {
    const yesterday = fiscalTime(Date.now() - 86_400_000).fecEmi;
    const page = await accountant.get(here('?doc_type=01'));
    const [, link = ''] = /<a href="([^"]+)">Ayer<\/a>/.exec(page.text) ?? [];
    expect(shownText(link)).toBe(here(`?from=${yesterday}&to=${yesterday}&doc_type=01`));
    const today = fiscalTime(Date.now()).fecEmi;
    const second = await accountant.get(here(`?from=${today}&to=${today}`));
    expect(second.text).toContain('aria-current="true">Hoy</a>');
    const [, file = ''] = /<a href="([^"]+)" download>Excel<\/a>/.exec(second.text) ?? [];
    expect(shownText(file)).toBe(here(`/exportar.xlsx?from=${today}&to=${today}`));
    expect(second.text.indexOf('download')).toBeLessThan(second.text.indexOf('<td class="lead">'));
    // A day without sales has its file as well.
    const nothing = await accountant.get(shownText(link));
    expect([rowsIn(nothing.text), nothing.text.includes('download>Excel')]).toEqual([0, true]);
  });

  it('goes on where a page ended', async () => {
    const bodies = Array.from({ length: 50 }, () => invoiceBody({ external_ref: freshRef() }));
    for (const body of bodies) await house.company.post('/invoice', body);
    const first = await accountant.get(here());
    expect(rowsIn(first.text)).toBe(50);
    const [, next = ''] = /rel="next" href="([^"]+)"/.exec(first.text) ?? [];
    const second = await accountant.get(shownText(next));
    expect(rowsIn(second.text)).toBe(2);
    expect(second.text).toContain('Los más recientes');
  });

  it('shows a cashier what he has issued today, and nothing else', async () => {
    const mine = async () => rowsIn((await cashier.get(here())).text);
    expect(await mine()).toBe(0);
    await markIssued(house, cashier, { documentId: await issuedId(house.company) });
    expect(await mine()).toBe(1);
    expect((await cashier.get(here('?q=zoe'))).text).not.toContain('Zoë');
  });
});
