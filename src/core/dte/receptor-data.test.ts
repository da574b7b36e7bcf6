import { expect, it } from 'vitest';
import { receptorData } from './receptor-data.ts';

const CONTACT = { nombre: 'Ana Ficticia', telefono: '22220000', correo: 'ana@example.com' };
const NOBODY = { tipoDocumento: null, numDocumento: null, nombre: null, telefono: null, correo: null };

it.each([
  [
    { receptor: { nit: '06140202020024', ...CONTACT } },
    { tipoDocumento: '36', numDocumento: '06140202020024', ...CONTACT },
  ],
  [
    { receptor: { tipoDocumento: '13', numDocumento: '000000018', ...CONTACT } },
    { tipoDocumento: '13', numDocumento: '000000018', ...CONTACT },
  ],
  [
    { sujetoExcluido: { tipoDocumento: '37', numDocumento: 'A1', ...CONTACT } },
    { tipoDocumento: '37', numDocumento: 'A1', ...CONTACT },
  ],
  [{ receptor: null }, NOBODY],
  [{}, NOBODY],
  [[], NOBODY],
  [{ receptor: { ...NOBODY, nombre: 'Ana Ficticia' } }, { ...NOBODY, nombre: 'Ana Ficticia' }],
  [{ receptor: { ...NOBODY, tipoDocumento: '13' } }, NOBODY],
  [{ receptor: { ...NOBODY, numDocumento: '000000018' } }, NOBODY],
])('%j names %j', (document, expected) => {
  expect(receptorData(JSON.stringify(document))).toEqual(expected);
});
