import { beforeAll, describe, expect, it } from 'vitest';
import { beginCancelling } from '../../../../test/support/cancelling.ts';
import { lastDeed, pageOf, signedIn } from '../../../../test/support/console-caller.ts';
import { ownHouse } from '../../../../test/support/house.ts';
import {
  ccfBody,
  invoiceBody,
  lineBody,
  noteBody,
  suexBody,
} from '../../../../test/support/request-bodies.ts';
import { sharedUser } from '../../../../test/support/shared-user.ts';
import { type SheetCell, sheetOf } from '../../../../test/support/sheet-reader.ts';
import { fiscalTime } from '../../../core/calendar/el-salvador-time.ts';
import { SESSION_COOKIE } from '../../tokens.ts';

const house = ownHouse();
const accountant = sharedUser(house, { role: 'accountant' });
const here = (path = '') => pageOf(house, `/documentos${path}`);

beforeAll(sell);

/** A sale of each kind, with what became of it. */
async function sell(): Promise<void> {
  const { company } = house;
  const issued = async (path: string, body: Readonly<Record<string, unknown>>) =>
    (await company.post(path, body)).body['document_id'];
  await issued('/invoice', invoiceBody({ customer_name: '=1+1 <Ñandú>' }));
  await issued(
    '/invoice',
    invoiceBody({ lines: [lineBody(), lineBody({ sale_type: 'exempt', unit_price: 2 })] }),
  );
  const ccf = await issued('/invoice', ccfBody({ lines: [lineBody({ quantity: 10 })] }));
  await issued('/credit-memo', noteBody(ccf, { lines: [lineBody({ quantity: 4 })] }));
  const returned = await issued('/invoice', ccfBody());
  await issued('/credit-memo', noteBody(returned, { full_adjustment: true }));
  await issued('/invoice', invoiceBody({ customer: { name: 'Rechazado', email: 'sin-arroba' } }));
  await beginCancelling(house, await issued('/invoice', invoiceBody({ customer_name: 'Anulado' })));
  await issued('/suex', suexBody());
}

/** What the accountant downloads. */
async function fileOf(path: string): Promise<{ readonly headers: Headers; readonly bytes: Buffer }> {
  const headers = { cookie: `${SESSION_COOKIE}=${accountant.token}` };
  const answer = await fetch(`${house.node.url}${here(path)}`, { headers });
  expect(answer.status).toBe(200);
  return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

const today = () => fiscalTime(Date.now()).fecEmi;

describe('the sheet of a search', () => {
  let documents: readonly (readonly SheetCell[])[] = [];
  let totals: readonly (readonly SheetCell[])[] = [];
  beforeAll(async () => {
    const { bytes } = await fileOf('/exportar.xlsx');
    documents = sheetOf(bytes, 1);
    totals = sheetOf(bytes, 2);
  });
  const column = (row: readonly SheetCell[] | undefined, title: string) =>
    row?.[documents[0]?.indexOf(title) ?? -1] ?? null;
  const data = () =>
    documents.slice(
      1,
      documents.findIndex((row) => row.length === 0),
    );

  it('says in Spanish what each document is', () => {
    expect(
      data().map((row) => [
        column(row, 'Tipo'),
        column(row, 'Estado'),
        column(row, '¿Se suma?'),
        column(row, 'Total'),
      ]),
    ).toEqual([
      ['Factura', 'Sellado', 'Sí', 1.13],
      ['Factura', 'Sellado', 'Sí', 3.13],
      ['CCF', 'Sellado, con notas', 'Sí', 11.3],
      ['Nota de crédito', 'Sellado', 'Sí', -4.52],
      ['CCF', 'Ajustado por completo', 'Sí', 11.3],
      ['Nota de crédito', 'Sellado', 'Sí', -11.3],
      ['Factura', 'Rechazado', 'No', 1.13],
      ['Factura', 'Anulación en camino', 'No', 1.13],
      ['Sujeto excluido', 'Sellado', 'Sí', 1.13],
    ]);
    const [first, second, ccf, note] = data();
    expect(column(first, 'Cliente o proveedor')).toBe('=1+1 <Ñandú>');
    expect([column(second, 'Gravado (sin IVA)'), column(second, 'Exento'), column(second, 'IVA')]).toEqual([
      1, 2, 0.13,
    ]);
    expect([column(ccf, 'NIT o DUI'), column(ccf, 'NRC')]).toEqual(['0614-020202-002-4', '765432-1']);
    expect(column(note, 'Documento que ajusta')).toBe(column(ccf, 'Código de generación'));
    expect(column(first, 'Número de control')).toMatch(/^DTE-01-/);
    expect(column(first, 'Sello de recepción')).toMatch(/^[0-9A-Z]{40}$/);
    // 25,569 days lie between the first day of spreadsheets and 1970.
    expect(column(first, 'Fecha')).toBe(Date.parse(today()) / 86_400_000 + 25_569);
    expect(column(first, 'Hora')).toBeLessThan(1);
  });

  it('adds up to the cent what counts, notes against it, and purchases apart', () => {
    const below = documents.slice(data().length + 2);
    const sums = below.filter((row) => row.length > 1);
    expect(
      sums.map((row) => [
        column(row, 'Número de control'),
        column(row, 'Cliente o proveedor'),
        column(row, 'Total'),
      ]),
    ).toEqual([
      ['Factura', '2 documentos', 4.26],
      ['CCF', '2 documentos', 22.6],
      ['Nota de crédito', '2 documentos', -15.82],
      ['Ventas menos notas de crédito', '6 documentos', 11.04],
      ['Sujeto excluido (compras)', '1 documento', 1.13],
    ]);
    const counted = data().filter(
      (row) => column(row, '¿Se suma?') === 'Sí' && column(row, 'Tipo') !== 'Sujeto excluido',
    );
    for (const title of ['Gravado (sin IVA)', 'Exento', 'IVA', 'IVA retenido', 'Total']) {
      const cents = counted.reduce((sum, row) => sum + Math.round(Number(column(row, title)) * 100), 0);
      expect([title, Math.round(Number(column(sums[3], title)) * 100)]).toEqual([title, cents]);
    }
    const words = below.filter((row) => row.length === 1).flat();
    expect(words).toEqual([
      'Las notas de crédito van en negativo: restan.',
      '2 documentos rechazados o anulados aparecen tachados y no se suman.',
    ]);
  });

  it('has the words of the list, and the sum of the day', async () => {
    const list = await accountant.get(here());
    const chips = [...list.text.matchAll(/<span class="chip \w+">([^<]*)</g)].map(([, word]) => word);
    expect(chips.toSorted()).toEqual(
      data()
        .map((row) => column(row, 'Estado'))
        .toSorted(),
    );
    const day = await accountant.get(pageOf(house, '/hoy'));
    expect(day.text).toMatch(
      /<dt>Ventas de hoy<\/dt><dd>\$11\.04<\/dd><dd class="note">ya restados \$15\.82 de notas/,
    );
    expect(day.text).toContain('CCF <span class="small">Ajustado por completo</span>');
  });

  it('has the same totals on a sheet of their own, with whose they are', () => {
    expect(totals.find(([label]) => label === 'Ventas menos notas de crédito')?.slice(1, 2)).toEqual([6]);
    expect(totals.flat()).toContain('Documentos de todas las fechas');
    expect(totals.flat().some((cell) => String(cell).includes(' · NRC '))).toBe(true);
  });

  it('is called after the company and its days', async () => {
    const { headers } = await fileOf(`/exportar.xlsx?from=${today()}&to=${today()}`);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="documentos-${house.company.slug}-${today()}.xlsx"`,
    );
    const month = await fileOf('/exportar.csv?from=2026-01-01&to=2026-01-31');
    expect(month.headers.get('content-disposition')).toBe(
      `attachment; filename="documentos-${house.company.slug}-2026-01-01-a-2026-01-31.csv"`,
    );
  });
});

describe('the same as a table', () => {
  it('has the headings and the signs of the sheet, and no sums', async () => {
    const text = (await fileOf('/exportar.csv')).bytes.toString('utf8').replace(/^\uFEFF/, '');
    const lines = text.trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^Fecha,Hora,Tipo,Número de control,/);
    expect(lines).toHaveLength(10);
    expect(lines[1]).toMatch(new RegExp(`^${today()},\\d\\d:\\d\\d:\\d\\d,Factura,DTE-01-`));
    expect(lines[1]).toContain("'=1+1 <Ñandú>");
    expect(lines[4]).toContain(',-4.52,');
  });
});

describe('the list as a file', () => {
  it.each([
    ['csv', 'text/csv', 'Fecha,Hora'],
    ['xlsx', 'spreadsheetml', 'PK'],
    ['zip', 'application/zip', 'PK'],
  ])('is a %s, which is recorded', async (kind, type, begins) => {
    const answer = await accountant.get(here(`/exportar.${kind}?q=zoe`));
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toContain(type);
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="documentos-${house.company.slug}.${kind}"`,
    );
    expect(answer.text.replace(/^\uFEFF/, '').startsWith(begins)).toBe(true);
    const subject = `documentos.${kind}?q=zoe`;
    expect(await lastDeed(house)).toMatchObject({ deed: 'exported', user_name: accountant.name, subject });
    const owner = await signedIn(house, { role: 'owner' });
    const record = await owner.get(pageOf(house, '/usuarios/registro'));
    expect(record.text).toContain('de todas las fechas, búsqueda «zoe»');
    expect(record.text).not.toContain(`documentos.${kind}?`);
  });

  it('is not recorded for a HEAD', async () => {
    const headers = { cookie: `${SESSION_COOKIE}=${accountant.token}` };
    const head = await fetch(`${house.node.url}${here('/exportar.csv?q=cabeza')}`, {
      method: 'HEAD',
      headers,
    });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(await house.sql(`SELECT 1 FROM user_deeds WHERE subject LIKE '%cabeza'`)).toEqual([]);
  });

  it('is not written where it cannot be recorded, and holds nothing then', async () => {
    const { companyId } = house.company;
    await house.sql(
      `ALTER TABLE user_deeds ADD CONSTRAINT nobody CHECK (company_id <> '${companyId}') NOT VALID`,
    );
    for (let turn = 0; turn < 3; turn += 1)
      expect((await accountant.get(here('/exportar.csv'))).status).toBe(500);
    await house.sql('ALTER TABLE user_deeds DROP CONSTRAINT nobody');
    expect((await accountant.get(here('/exportar.csv'))).status).toBe(200);
  });

  it('says what is wrong with what was asked for', async () => {
    expect((await accountant.get(here('/exportar.xlsx?from=ayer'))).text).toContain('id="from-problem"');
  });
});
