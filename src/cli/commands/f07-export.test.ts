import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { declaredDocument } from '../../../test/support/declared-document.ts';
import { sharedPlace } from '../../../test/support/shared-place.ts';
import { standInProgram, surroundingsOf } from '../../../test/support/stand-in-program.ts';
import type { Command } from '../command.ts';
import { UsageFailure } from '../failure.ts';
import { f07Check } from './f07-check.ts';
import { f07Export } from './f07-export.ts';

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

function run(command: Command, places: readonly string[], options: Readonly<Record<string, string>> = {}) {
  const { program } = standInProgram({ folder, companies: ['00'], stamped: [SALE] });
  return command.run(
    { command, places, options: new Map(Object.entries(options)), json: false },
    surroundingsOf(program),
  );
}

describe('sello f07 export', { timeout: 60_000 }, () => {
  it('writes a file for each annex, which sello f07 check takes', async () => {
    const place = join(folder, 'noviembre');
    const { json, text } = await run(f07Export, ['empresa-0', '2026-11', place]);
    expect(json).toMatchObject({ month: '2026-11' });
    expect(text).toHaveLength(8);
    const annex = join(place, 'anexo01-2026-11.csv');
    expect(await readFile(annex, 'latin1')).toMatch(
      /^05\/11\/2026;4;03;DTE03.*;PANADERIA LA N;0\.00;.*;1\r\n$/,
    );
    const checked = await run(f07Check, [annex], { month: '2026-11' });
    expect(checked.exitCode).toBe(0);
    expect(checked.text).toContain('  Débito fiscal: 1.30');
    expect(checked.text.at(-1)).toBe('Nothing is wrong with it.');
    const late = await run(f07Check, [annex], { month: '2026-12' });
    expect([late.exitCode, late.text.at(-1)]).toEqual([1, 'Mistakes: 1.']);
    expect(late.text).toContain(
      'line 1: column A (Fecha de emisión): Registro de CCF o FACTURA no es para el periodo a declarar',
    );
  });

  it('writes files of people, too, of which sello f07 check says only that they are none of an annex', async () => {
    const place = join(folder, 'control');
    await run(f07Export, ['empresa-0', '2026-11', place]);
    for (const [file, is] of [
      ['control-2026-11.pdf', 'un PDF'],
      ['control-2026-11.xlsx', 'un libro de Excel (XLSX)'],
    ] as const) {
      const { text, json, exitCode } = await run(f07Check, [join(place, file)], { month: '2026-11' });
      expect([exitCode, text]).toEqual([
        1,
        [expect.stringContaining(`Esto es ${is}, no un archivo de anexo`)],
      ]);
      expect(json).toMatchObject({ annex: null, file_name: null, fault_count: 1, repeated: [] });
    }
  });

  it('keeps accents where it is told to, and never writes over a file', async () => {
    const place = join(folder, 'acentos');
    await run(f07Export, ['empresa-0', '2026-11', place], { names: 'accents' });
    expect(await readFile(join(place, 'anexo01-2026-11.csv'), 'latin1')).toContain(';Panadería La Ñ;');
    await expect(run(f07Export, ['empresa-0', '2026-11', place])).rejects.toThrow('EEXIST');
  });

  it('refuses what is no month, and a file that is not there', async () => {
    await expect(run(f07Export, ['empresa-0', 'noviembre', folder])).rejects.toThrow(UsageFailure);
    await expect(run(f07Check, [join(folder, 'no.csv')], { month: '2026-11' })).rejects.toThrow(
      'cannot be read',
    );
  });
});
