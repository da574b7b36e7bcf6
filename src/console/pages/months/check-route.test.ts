import { describe, expect, it } from 'vitest';
import { INVALIDATION, noted, soldToTaxpayer } from '../../../../test/support/cancelling.ts';
import { pageOf, shownText } from '../../../../test/support/console-caller.ts';
import type { FileToPost } from '../../../../test/support/multipart.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';
import { sharedUser } from '../../../../test/support/shared-user.ts';
import { fiscalTime } from '../../../core/calendar/el-salvador-time.ts';

const house = sharedHouse({ file: INVALIDATION });
const month = fiscalTime(Date.now()).fecEmi.slice(0, 7);
const NAME = `anexo01-${month}.csv`;

const accountant = sharedUser(house, { role: 'accountant' });
const at = (path: string) => pageOf(house, `/meses/${path}`);

async function checked(fields: Readonly<Record<string, string | FileToPost>>) {
  const answer = await accountant.upload(at('revisar'), { mes: month, ...fields });
  return { status: answer.status, text: shownText(answer.text), raw: answer.text };
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
    expect((await accountant.get(at('revisar'))).text).toContain('Nada de él se guarda');
    const text = await ownAnnex();
    const sound = await checked({ archivo: fileOf(text) });
    expect(sound.status).toBe(200);
    expect(sound.text).toContain('no se encontró nada que corregir');
    expect(sound.text).toContain('Detalle de ventas a contribuyentes: 1 fila');
    const other = fileOf(text.replace(';1.30;', ';1.50;'), 'ventas.txt');
    const wrong = await checked({ archivo: other });
    expect(wrong.text).toContain('Hay que corregir: 2 faltas');
    expect(wrong.text).toContain('Fila 1</strong>, columna M (Débito fiscal)');
    expect(wrong.text).toContain('Cálculo del monto del IVA no es correcto');
    expect(wrong.text).toContain('Solo se permiten archivos CSV');
    const texto = text.replace(/^[^;]*/, '31/12/1999');
    const pasted = await checked({ archivo: fileOf('', ''), texto });
    expect(pasted.text).toContain('Registro de CCF o FACTURA no es para el periodo a declarar');
  });

  it('takes notes below zero for sound where the month has them so', async () => {
    const ccf = await soldToTaxpayer(house.company);
    await noted(house.company, ccf);
    const { text } = await house.company.get(`/reports/f07/${month}/annexes/1?notes=negative`);
    expect(text).toContain(';-');
    const archivo = fileOf(text);
    const remarked = (await checked({ archivo })).text;
    expect(remarked).toContain('No se encontró nada que el portal rechace, y sí algo que revisar');
    expect(remarked).toContain('no debe ingresar valores negativos');
    const page = await accountant.get(at(`${month}?notas=negativas`));
    const [, link = ''] = /href="([^"]*\/meses\/revisar[^"]*)"/.exec(page.text) ?? [];
    const form = (await accountant.get(shownText(link))).text;
    const [, name = '', value = ''] = /name="(notas)" value="([^"]*)" checked/.exec(form) ?? [];
    const sound = await checked({ [name]: value, archivo });
    expect(sound.text).toContain('no se encontró nada que corregir');
    const usual = await accountant.get(at('revisar?notas=positivas'));
    expect(usual.text).not.toContain(' checked');
  });

  it('tells a fault of many lines of the first of them, and how many more have it', async () => {
    const { text } = await checked({ archivo: fileOf('1;2;3;1\r\n'.repeat(5_000)) });
    expect(text).toContain('Hay que corregir: 5,000 faltas');
    expect(text).toContain('Fila 20</strong>');
    expect(text).not.toContain('Fila 21</strong>');
    expect(text).toContain('Y 4,980 más, hasta la fila 5,000');
    expect(text.length).toBeLessThan(20_000);
  });

  it('says once what every row has, and which rows are in no sum', async () => {
    const [row = ''] = (await ownAnnex()).split('\r\n');
    const quoted = `"${row.replaceAll(';', '";"')}"`;
    const sound = await checked({ texto: quoted });
    expect(sound.text).toContain('Hay celdas entre comillas, y el archivo no debe llevarlas (1 fila, la 1)');
    expect(sound.text).not.toContain('Hay que corregir');
    const short = quoted.replace(/;"1"$/, '');
    const both = await checked({ texto: `${quoted}\n${short}\n` });
    expect(both.text).toContain('1 fila tiene otra cantidad de columnas y no está en ninguna suma');
    expect(both.text).toContain('Lo que suma cada columna');
    const none = await checked({ texto: `${short}\n` });
    expect(none.text).toContain('tiene 19 columnas y deben ser 20');
    expect(none.text).not.toContain('Lo que suma cada columna');
  });

  it('says of what is no annex only what it is', async () => {
    const pdf = await checked({ archivo: fileOf(`%PDF-1.7\n${'5\r\n'.repeat(900)}`) });
    expect(pdf.status).toBe(200);
    expect(pdf.text).toContain('Esto es un PDF, no un archivo de anexo');
    expect(pdf.text).not.toMatch(/Hay que corregir|Fila 1/);
    const pasted = await checked({ texto: 'Fecha\tClase\n05/11/2026\t4\n' });
    expect(pasted.text).toContain('parecen llevar tabulaciones');
  });

  it('shows nothing of a hostile file but as text', async () => {
    const word = '<img src=x onerror=alert(1)>';
    const archivo = { name: `${word}${'ñ'.repeat(300)}.csv`, bytes: Buffer.from(`\0${word};1\u202e\r\n`) };
    const { status, text, raw } = await checked({ mes: word, archivo });
    expect([status, raw.includes('<img')]).toEqual([200, false]);
    expect(text).toContain('<img src=x');
    expect(text).toContain('Ninguna de sus filas es de un anexo conocido');
  });

  it('refuses no file, one that is too large, and a form of nobody', async () => {
    const none = await checked({ archivo: fileOf('', '') });
    expect([none.status, none.text.includes('Elija un archivo')]).toEqual([422, true]);
    const large = await checked({ archivo: fileOf(`${'1;'.repeat(5_000)}\r\n`.repeat(1_700)) });
    expect([large.status, large.text.includes('pasa de 16 MB')]).toEqual([413, true]);
    const stale = await checked({ _csrf: 'x', archivo: fileOf('1') });
    expect([stale.status, stale.text.includes('Hay que corregir')]).toEqual([200, false]);
    await accountant.expire();
    expect((await checked({ archivo: fileOf('1') })).status).toBe(401);
  });
});
