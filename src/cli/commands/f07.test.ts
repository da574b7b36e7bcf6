import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runIn, runOn, withOffice } from '../../../test/support/command-line.ts';
import { declaredDocument } from '../../../test/support/declared-document.ts';
import { readPdf } from '../../../test/support/pdf-reader.ts';
import { sharedPlace } from '../../../test/support/shared-place.ts';
import { sheetOf } from '../../../test/support/sheet-reader.ts';
import { standInProgram } from '../../../test/support/stand-in-program.ts';
import type { ClassChange } from '../../operations/declarations/month-ports.ts';
import { UsageFailure } from '../failure.ts';

const folder = sharedPlace();

const SALE = {
  ...declaredDocument({ tipoDte: '03' }),
  text: JSON.stringify({
    emisor: { codActividad: '62010' },
    receptor: { nit: '06141501901010', nrc: '12345', nombre: 'Panadería La Ñ' },
    resumen: {
      totalExenta: 0,
      totalNoSuj: 0,
      totalGravada: 10,
      tributos: [{ codigo: '20', descripcion: 'IVA', valor: 1.3 }],
      montoTotalOperacion: 11.3,
    },
  }),
};

const run = (line: string) => runIn({ companies: ['00'], stamped: [SALE] }, `f07 ${line}`);

describe('sello f07 export', { timeout: 60_000 }, () => {
  it('writes a file for each annex, which sello f07 check takes', async () => {
    const place = join(folder, 'noviembre');
    const { json, text } = await run(`export empresa-0 2026-11 ${place}`);
    expect(json).toMatchObject({ month: '2026-11' });
    expect(text).toHaveLength(8);
    const annex = join(place, 'anexo01-2026-11.csv');
    expect(await readFile(annex, 'latin1')).toMatch(
      /^05\/11\/2026;4;03;DTE03.*;PANADERIA LA N;0\.00;.*;1\r\n$/,
    );
    const checked = await run(`check ${annex} --month 2026-11`);
    expect(checked.exitCode).toBe(0);
    expect(checked.text).toContain('  Débito fiscal: 1.30');
    expect(checked.text.at(-1)).toBe('Nothing is wrong with it.');
    const late = await run(`check ${annex} --month 2026-12`);
    expect([late.exitCode, late.text.at(-1)]).toEqual([1, 'Mistakes: 1.']);
    expect(late.text).toContain(
      'line 1: column A (Fecha de emisión): Registro de CCF o FACTURA no es para el periodo a declarar',
    );
  });

  it('writes files of people, too, of which sello f07 check says only that they are none of an annex', async () => {
    const place = join(folder, 'control');
    await run(`export empresa-0 2026-11 ${place}`);
    for (const [file, is] of [
      ['control-2026-11.pdf', 'un PDF'],
      ['control-2026-11.xlsx', 'un libro de Excel (XLSX)'],
    ] as const) {
      const { text, json, exitCode } = await run(`check ${join(place, file)} --month 2026-11`);
      expect([exitCode, text]).toEqual([
        1,
        [expect.stringContaining(`Esto es ${is}, no un archivo de anexo`)],
      ]);
      expect(json).toMatchObject({ annex: null, fault_count: 1, repeated: [] });
    }
  });

  it('keeps accents where it is told to, and never writes over a file', async () => {
    const place = join(folder, 'acentos');
    await run(`export empresa-0 2026-11 ${place} --names accents`);
    expect(await readFile(join(place, 'anexo01-2026-11.csv'), 'latin1')).toContain(';Panadería La Ñ;');
    await expect(run(`export empresa-0 2026-11 ${place}`)).rejects.toThrow('EEXIST');
  });

  it('refuses what is no month, and a file that is not there', async () => {
    await expect(run(`export empresa-0 noviembre ${folder}`)).rejects.toThrow(UsageFailure);
    await expect(run(`check ${join(folder, 'no.csv')} --month 2026-11`)).rejects.toThrow('cannot be read');
  });
});

describe('sello f07 book', { timeout: 60_000 }, () => {
  it('writes a book as the name of the file says, and never over another', async () => {
    const [pdf, xlsx] = [join(folder, 'libro.pdf'), join(folder, 'libro.xlsx')];
    const { json, text } = await run(`book empresa-0 2026-11 contribuyentes ${pdf}`);
    expect([json, text]).toEqual([{ month: '2026-11', book: 'contribuyentes', file: pdf }, [pdf]]);
    const { pages } = await readPdf(await readFile(pdf));
    expect(pages.map((page) => page.text).join(' ')).toMatch(/Panadería La Ñ.*11\.30/s);
    await run(`book empresa-0 2026-11 contribuyentes ${xlsx} --establishment M001`);
    const rows = sheetOf(await readFile(xlsx), 1);
    expect(rows.flat()).toContain('Panadería La Ñ');
    expect(rows[2]?.join(' ')).toMatch(/^NIT .* · NRC .* · Mes: noviembre de 2026 · Establecimiento M001 ·/);
    await expect(run(`book empresa-0 2026-11 contribuyentes ${pdf}`)).rejects.toThrow('EEXIST');
  });

  it.each([
    ['noviembre contribuyentes a.pdf', 'is no month'],
    ['2026-11 compras a.pdf', 'There is no book compras'],
    ['2026-11 consumidores a.docx', 'must end with .pdf or .xlsx'],
    ['2026-11 consumidores a.pdf --establishment m1', 'no code of an establishment'],
  ])('refuses %s', async (words, message) => {
    const refused = run(`book empresa-0 ${words}`);
    await expect(refused).rejects.toThrow(UsageFailure);
    await expect(refused).rejects.toThrow(message);
  });
});

describe('sello f07 classify', () => {
  /** What the command answers, and what it asked for. */
  async function classify(options: string) {
    const asked: ClassChange[] = [];
    const program = withOffice(standInProgram({ companies: ['00'] }).program, ({ classes }) => ({
      classes: {
        ...classes,
        change(of, change, by) {
          asked.push(change);
          return classes.change(of, change, by);
        },
      },
    }));
    return { ...(await runOn(program, `f07 classify empresa-0 2026-01 ${options}`)), asked };
  }

  async function fileOf(text: string): Promise<string> {
    const file = join(folder, 'referencias.txt');
    await writeFile(file, text);
    return file;
  }

  it('says how many documents have the codes, which are of the whole month unless it says otherwise', async () => {
    const { text, asked } = await classify('--income-type 2 --types 01,03');
    expect(text).toEqual(['7 documents have the codes now.']);
    expect(asked).toMatchObject([
      { filter: { types: ['01', '03'], references: null }, given: { incomeType: 2 } },
    ]);
  });

  it.each(['uno\r\ndos\n', '\uFEFFuno\r\n\r\ndos\r\n', 'uno\ndos', 'uno\ndos\nuno'])(
    'reads the references of a file as an editor leaves it: %j',
    async (text) => {
      const { asked, text: said } = await classify(`--income-type 2 --references ${await fileOf(text)}`);
      expect(asked).toMatchObject([{ filter: { references: ['uno', 'dos'] } }]);
      expect(said.at(-1)).toBe('2 references were given: the others are of no such document of 2026-01.');
    },
  );

  it.each(['', '\uFEFF', ' \r\n\n'])('classes nothing for a file without a reference: %j', async (text) => {
    const references = await fileOf(text);
    await expect(classify(`--income-type 2 --references ${references}`)).rejects.toThrow(
      `${references} is empty: it must hold references, one a line.`,
    );
  });

  it('says that a file cannot be read', async () => {
    const references = join(folder, 'no.txt');
    await expect(classify(`--income-type 2 --references ${references}`)).rejects.toThrow(
      'cannot be read: it does not exist',
    );
  });

  it('refuses codes that the manual does not have', async () => {
    for (const options of ['--income-type 11', '--sector 1', '--only-unclassed', '--income-type dos'])
      await expect(classify(options)).rejects.toThrow(UsageFailure);
  });
});
