import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runIn } from '../../../test/support/command-line.ts';
import { sharedPlace } from '../../../test/support/shared-place.ts';
import { withValues } from '../../../test/support/simulator/edit.ts';
import { validFacturaV2 } from '../../../test/support/simulator/facturas.ts';
import { readBook } from '../../../test/verdicts/book.ts';
import { expectOfProduct, expectOfSimulator } from '../../../test/verdicts/met.ts';

const folder = sharedPlace();
const run = (line: string) => runIn({}, `verdict keep ${line}`);

const REJECTED = {
  estado: 'RECHAZADO',
  codigoGeneracion: '7B1C0A52-3D4E-4F60-8A7B-9C0D1E2F3A4B',
  selloRecibido: null,
  fhProcesamiento: '03/08/2026 17:41:09',
  clasificaMsg: '16',
  codigoMsg: '020',
  descripcionMsg: '[resumen.totalIva] CALCULO INCORRECTO',
  observaciones: [],
};

async function logged(name: string, content: unknown): Promise<string> {
  const file = join(folder, `${name}.json`);
  await writeFile(file, JSON.stringify(content));
  return file;
}

describe('sello verdict keep', () => {
  it.each([
    ['a rejection', REJECTED, 3],
    ['a rejection in numbers', { ...REJECTED, clasificaMsg: 16, codigoMsg: 20 }, 3],
    [
      'a seal',
      {
        ...REJECTED,
        estado: 'PROCESADO',
        codigoMsg: '001',
        descripcionMsg: 'RECIBIDO',
        selloRecibido: `2026${'A'.repeat(36)}`,
        clasificaMsg: '10',
      },
      3,
    ],
    [
      'a rejection with its document',
      {
        response: REJECTED,
        schema: withValues(validFacturaV2(), {
          'resumen.totalIva': 3.25,
          'identificacion.fecEmi': '2026-08-03',
          firmaElectronica: 'x.y.z',
        }),
      },
      4,
    ],
    [
      'an event',
      {
        estado: 'RECHAZADO',
        fechaHora: '03/08/2026 09:59:12',
        mensaje: 'Validaciones no superadas',
        selloRecibido: null,
        observaciones: ['[motivo.fFin] FECHA NO ES CORRECTA'],
      },
      3,
    ],
    ['a sign-in', { status: 'ERROR', error: 'Unauthorized', message: 'Usuario no valido' }, 3],
  ])('makes of %s a case that product and simulator meet', async (name, content, lines) => {
    const book = join(folder, name.replaceAll(' ', '-'));
    const file = await logged(name.replaceAll(' ', '-'), content);
    const { text, json } = await run(`${file} ${join(book, '01-kept')} --source ours-alone`);
    expect(text).toHaveLength(lines);
    expect(json).toMatchObject({
      files: (await readdir(join(book, '01-kept'))).map(() => expect.stringContaining('01-kept')),
    });
    const [verdict] = readBook(pathToFileURL(`${book}/`));
    if (verdict === undefined) throw new Error('no case');
    await expectOfProduct(verdict);
    await expectOfSimulator(verdict);
    expect(await readFile(join(book, '01-kept', 'answer.json'), 'utf8')).not.toMatch(/03\/08|7B1C0A52/);
  });

  it('writes over nothing, and says what it cannot read', async () => {
    const file = await logged('again', REJECTED);
    await run(`${file} ${join(folder, '02-again')} --source ours-alone`);
    await expect(run(`${file} ${join(folder, '02-again')} --source ours-alone`)).rejects.toThrow(/EEXIST/);
    await expect(run(`${file} ${join(folder, '03')} --source ours --mark X`)).rejects.toThrow(
      '--mark must be',
    );
    await expect(run(`${file} ${join(folder, '03')} --source ours --service x`)).rejects.toThrow('--service');
    const list = await logged('list', []);
    await expect(run(`${list} ${join(folder, '03')} --source ours`)).rejects.toThrow('holds no answer');
  });
});
