import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sharedPlace } from '../../../test/support/shared-place.ts';
import { standInProgram, surroundingsOf } from '../../../test/support/stand-in-program.ts';
import { CommandFailure } from '../failure.ts';
import { customersComplete } from './customers-complete.ts';

const folder = sharedPlace();
const HEAD = 'empresa,conocido_por,clave,nombre,documentos,falta,distrito,tipo_documento,actividad,unidad';

async function completing(...rows: readonly string[]) {
  const { program, done } = standInProgram({ folder, companies: ['00', '00'] });
  const path = join(folder, 'a.csv');
  writeFileSync(path, [HEAD, ...rows].join('\n'));
  const invocation = { command: customersComplete, places: [path], options: new Map(), json: false };
  const answer = await customersComplete.run(invocation, surroundingsOf(program)).catch((error) => error);
  return { answer, told: done.filter((what) => what.startsWith('tell')) };
}

it('tells each company what the sheet says of it', async () => {
  const { answer, told } = await completing(
    'empresa-0,documento,1,x,1,,021604,,,',
    'empresa-1,código,A,x,1,,,,,59',
    'empresa-1,documento,2,x,1,,,,,',
  );
  expect(told).toEqual(['tell c0 1 0', 'tell c1 0 1']);
  expect(answer).toMatchObject({
    json: {
      companies: [
        { company: 'empresa-0', customers: 1, products: 0 },
        { company: 'empresa-1', customers: 0, products: 1 },
      ],
    },
    text: [
      'empresa-0: customers completed: 1, products: 0; the next sales use it.',
      'empresa-1: customers completed: 0, products: 1; the next sales use it.',
    ],
  });
});

it('says that nothing is filled in', async () => {
  const { answer } = await completing('empresa-0,documento,1,x,1,,,,,');
  expect(answer).toMatchObject({ text: [expect.stringMatching(/^Nothing is filled in in /)] });
});

it.each([
  ['a mistake', 'empresa-0,documento,1,x,1,,999999,,,', 'invalid_sheet'],
  ['a company that is no name', 'Empresa 1,código,A,x,1,,,,,59', 'invalid_sheet'],
  ['a company that there is not', 'empresa-9,código,A,x,1,,,,,59', 'unknown_company'],
])('tells nobody anything where there is %s', async (_, row, code) => {
  const { answer, told } = await completing('empresa-0,documento,1,x,1,,021604,,,', row);
  expect(answer).toBeInstanceOf(CommandFailure);
  expect([answer.code, told]).toEqual([code, []]);
});
