import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { declaredDocument } from '../../../test/support/declared-document.ts';
import { readPdf } from '../../../test/support/pdf-reader.ts';
import { sharedPlace } from '../../../test/support/shared-place.ts';
import { sheetOf } from '../../../test/support/sheet-reader.ts';
import { standInProgram, surroundingsOf } from '../../../test/support/stand-in-program.ts';
import { UsageFailure } from '../failure.ts';
import { f07Book } from './f07-book.ts';

const folder = sharedPlace();

const SALE = {
  ...declaredDocument({ tipoDte: '03' }),
  text: JSON.stringify({
    emisor: { codActividad: '10712' },
    receptor: { nit: '06141501901010', nrc: '12345', nombre: 'Panadería La Ñ' },
    resumen: {
      totalGravada: 10,
      tributos: [{ codigo: '20', descripcion: 'IVA', valor: 1.3 }],
      montoTotalOperacion: 11.3,
    },
  }),
};

function run(places: readonly string[], options: Readonly<Record<string, string>> = {}) {
  const { program } = standInProgram({ folder, companies: ['00'], stamped: [SALE] });
  const given = { command: f07Book, places, options: new Map(Object.entries(options)), json: false };
  return f07Book.run(given, surroundingsOf(program));
}

describe('sello f07 book', { timeout: 60_000 }, () => {
  it('writes a book as the name of the file says, and never over another', async () => {
    const [pdf, xlsx] = [join(folder, 'libro.pdf'), join(folder, 'libro.xlsx')];
    const { json, text } = await run(['empresa-0', '2026-11', 'contribuyentes', pdf]);
    expect([json, text]).toEqual([{ month: '2026-11', book: 'contribuyentes', file: pdf }, [pdf]]);
    const { pages } = await readPdf(await readFile(pdf));
    expect(pages.map((page) => page.text).join(' ')).toMatch(/Panadería La Ñ.*11\.30/s);
    await run(['empresa-0', '2026-11', 'contribuyentes', xlsx], { establishment: 'M001' });
    const rows = sheetOf(await readFile(xlsx), 1);
    expect(rows.flat()).toContain('Panadería La Ñ');
    expect(rows[2]?.join(' ')).toMatch(/^NIT .* · NRC .* · Mes: noviembre de 2026 · Establecimiento M001 ·/);
    await expect(run(['empresa-0', '2026-11', 'contribuyentes', pdf])).rejects.toThrow('EEXIST');
  });

  it.each([
    [['empresa-0', 'noviembre', 'contribuyentes', 'a.pdf'], {}, 'is no month'],
    [['empresa-0', '2026-11', 'compras', 'a.pdf'], {}, 'There is no book compras'],
    [['empresa-0', '2026-11', 'consumidores', 'a.docx'], {}, 'must end with .pdf or .xlsx'],
    [
      ['empresa-0', '2026-11', 'consumidores', 'a.pdf'],
      { establishment: 'm1' },
      'no code of an establishment',
    ],
  ] as const)('refuses %j', async (places, options, message) => {
    const refused = run(places, { ...options });
    await expect(refused).rejects.toThrow(UsageFailure);
    await expect(refused).rejects.toThrow(message);
  });
});
