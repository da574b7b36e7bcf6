import { describe, expect, it } from 'vitest';
import { INVALIDATION, noted, soldToTaxpayer } from '../../../../test/support/cancelling.ts';
import { type ConsoleUser, shownText, signedIn, slugOf } from '../../../../test/support/console-caller.ts';
import { sharedHouse } from '../../../../test/support/house.ts';
import { type FileToPost, multipart } from '../../../../test/support/multipart.ts';
import { fiscalTime } from '../../../core/calendar/el-salvador-time.ts';
import { csrfOf } from '../../tokens.ts';

const house = sharedHouse({ company: { file: INVALIDATION } });
const month = fiscalTime(Date.now()).fecEmi.slice(0, 7);
const NAME = `anexo01-${month}.csv`;

async function addressOf(): Promise<string> {
  return `/app/e/${await slugOf(house)}/meses/revisar`;
}

async function checked(user: ConsoleUser, fields: Readonly<Record<string, string | FileToPost>>) {
  const { type, body } = multipart({ _csrf: csrfOf(user.token), mes: month, ...fields });
  const cookie = [...user.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, 'content-type': type, 'sec-fetch-site': 'same-origin' };
  const answer = await house.caller(null).call('POST', await addressOf(), { body, headers });
  return { status: answer.status, text: shownText(answer.text) };
}

const fileOf = (text: string, name = NAME): FileToPost => ({ name, bytes: Buffer.from(text, 'latin1') });

async function ownAnnex(): Promise<string> {
  await soldToTaxpayer(house.company);
  const { text } = await house.company.get(`/reports/f07/${month}/annexes/1`);
  expect(text).toContain(';1.30;');
  return text;
}

describe('the page that checks a file', () => {
  it('finds ours sound, and says of others what the portal would', async () => {
    const accountant = await signedIn(house, { role: 'accountant' });
    const at = await addressOf();
    expect((await accountant.get(at)).text).toContain('Nada de él se guarda');
    const text = await ownAnnex();
    const sound = await checked(accountant, { archivo: fileOf(text) });
    expect(sound.status).toBe(200);
    expect(sound.text).toContain('no se encontró nada que corregir');
    expect(sound.text).toContain('Detalle de ventas a contribuyentes: 1 fila');
    const wrong = await checked(accountant, {
      archivo: fileOf(text.replace(';1.30;', ';1.50;'), 'ventas.txt'),
    });
    expect(wrong.text).toContain('Hay que corregir: 2 faltas');
    expect(wrong.text).toContain('Fila 1</strong>, columna M (Débito fiscal)');
    expect(wrong.text).toContain('Cálculo del monto del IVA no es correcto');
    expect(wrong.text).toContain('Solo se permiten archivos CSV');
    const pasted = await checked(accountant, {
      archivo: { name: '', bytes: Buffer.from('') },
      texto: text.replace(/^[^;]*/, '31/12/1999'),
    });
    expect(pasted.text).toContain('Registro de CCF o FACTURA no es para el periodo a declarar');
  });

  it('takes notes below zero for sound where the month has them so', async () => {
    const accountant = await signedIn(house, { role: 'accountant' });
    const ccf = await soldToTaxpayer(house.company);
    await noted(house.company, ccf);
    const { text } = await house.company.get(`/reports/f07/${month}/annexes/1?notes=negative`);
    expect(text).toContain(';-');
    const archivo = fileOf(text);
    expect((await checked(accountant, { archivo })).text).toContain('Hay que corregir');
    const page = await accountant.get((await addressOf()).replace('revisar', `${month}?notas=negativas`));
    const [, link = ''] = /href="([^"]*\/meses\/revisar[^"]*)"/.exec(page.text) ?? [];
    const form = (await accountant.get(shownText(link))).text;
    const [, name = '', value = ''] = /name="(notas)" value="([^"]*)" checked/.exec(form) ?? [];
    const sound = await checked(accountant, { [name]: value, archivo });
    expect(sound.text).toContain('no se encontró nada que corregir');
    const usual = await accountant.get(`${await addressOf()}?notas=positivas`);
    expect(usual.text).not.toContain(' checked');
  });

  it('tells a fault of many lines of the first of them, and how many more have it', async () => {
    const accountant = await signedIn(house, { role: 'accountant' });
    const { text } = await checked(accountant, { archivo: fileOf('1;2;3;1\r\n'.repeat(5_000)) });
    expect(text).toContain('Hay que corregir: 5,000 faltas');
    expect(text).toContain('Fila 20</strong>');
    expect(text).not.toContain('Fila 21</strong>');
    expect(text).toContain('Y 4,980 más, hasta la fila 5,000');
    expect(text.length).toBeLessThan(20_000);
  });

  it('says of what is no annex only what it is', async () => {
    const accountant = await signedIn(house, { role: 'accountant' });
    const pdf = await checked(accountant, { archivo: fileOf(`%PDF-1.7\n${'5\r\n'.repeat(900)}`) });
    expect(pdf.status).toBe(200);
    expect(pdf.text).toContain('Esto es un PDF, no un archivo de anexo');
    expect(pdf.text).not.toMatch(/Hay que corregir|Fila 1/);
    const pasted = await checked(accountant, { texto: 'Fecha\tClase\n05/11/2026\t4\n' });
    expect(pasted.text).toContain('parecen llevar tabulaciones');
  });

  it('shows nothing of a hostile file but as text', async () => {
    const owner = await signedIn(house, { role: 'owner' });
    const word = '<img src=x onerror=alert(1)>';
    const { type, body } = multipart({
      _csrf: csrfOf(owner.token),
      mes: word,
      archivo: { name: `${word}${'ñ'.repeat(300)}.csv`, bytes: Buffer.from(`\0${word};1\u202e\r\n`) },
    });
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'content-type': type, 'sec-fetch-site': 'same-origin' };
    const answer = await house.caller(null).call('POST', await addressOf(), { body, headers });
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain('<img');
    expect(shownText(answer.text)).toContain('<img src=x');
    expect(shownText(answer.text)).toContain('Ninguna de sus filas es de un anexo conocido');
  });

  it('refuses no file, one that is too large, and a form of nobody', async () => {
    const accountant = await signedIn(house, { role: 'accountant' });
    const none = await checked(accountant, { archivo: { name: '', bytes: Buffer.from('') } });
    expect([none.status, none.text.includes('Elija un archivo')]).toEqual([422, true]);
    const large = await checked(accountant, { archivo: fileOf(`${'1;'.repeat(5_000)}\r\n`.repeat(1_700)) });
    expect([large.status, large.text.includes('pasa de 16 MB')]).toEqual([413, true]);
    const cashier = await signedIn(house, { role: 'cashier' });
    expect((await checked(cashier, { archivo: fileOf('1') })).status).toBe(403);
    const stale = await checked(accountant, { _csrf: 'x', archivo: fileOf('1') });
    expect([stale.status, stale.text.includes('Hay que corregir')]).toEqual([200, false]);
    await accountant.expire();
    expect((await checked(accountant, { archivo: fileOf('1') })).status).toBe(401);
  });
});
