import { expect, it } from 'vitest';
import { SELLO } from '../../../test/support/signed-file.ts';
import { eventSheetOf } from './event-sheet-of.ts';

const DOCUMENT = {
  tipoDte: '01',
  codigoGeneracion: 'D0C',
  selloRecibido: 'SELLO-DEL-DTE',
  numeroControl: 'DTE-01',
  fecEmi: '2026-11-20',
  codigoGeneracionR: 'NUEVO',
  nombre: 'Ana Ficticia',
  tipoDocumento: '13',
  numDocumento: '012345678',
};
const MOTIVO = {
  tipoAnulacion: 1,
  motivoAnulacion: 'Precio equivocado',
  nombreResponsable: 'Rosa Ficticia',
  tipDocResponsable: '13',
  numDocResponsable: '1',
  nombreSolicita: 'Juan Ficticio',
  tipDocSolicita: '36',
  numDocSolicita: '2',
};
const EMISOR = { nit: '0614', nombre: 'Tienda Ficticia', codEstable: 'M001', codPuntoVenta: 'P001' };

function textOf(identificacion: object, extra: object = {}): string {
  const block = { ambiente: '00', codigoGeneracion: 'EVE', ...identificacion };
  return JSON.stringify({
    identificacion: block,
    emisor: EMISOR,
    documento: DOCUMENT,
    motivo: MOTIVO,
    ...extra,
  });
}

it.each([
  ['v1', { version: 2, fecAnula: '2026-11-21', horAnula: '08:00:00' }, '2'],
  ['v2', { version: 3, fecEmi: '2026-11-21', horEmi: '08:00:00', fusion: null }, '3'],
])('says everything of an event of %s', (_generation, identificacion, version) => {
  const sheet = eventSheetOf({ signedFile: textOf(identificacion, { selloRecibido: SELLO }) });
  expect(sheet).toMatchObject({
    title: 'Invalidación',
    version,
    isTest: true,
    issuer: { name: 'Tienda Ficticia' },
  });
  expect(sheet.codes).toEqual({ codigoGeneracion: 'EVE', numeroControl: null, sello: SELLO, isSealed: true });
  expect(sheet.facts).toEqual([{ label: 'Fecha y hora del evento', text: '21/11/2026 08:00:00' }]);
  expect(sheet.query).toContain('codGen=D0C&fechaEmi=2026-11-20');
  const said = sheet.blocks.map(({ title, rows }) => [title, ...rows.flat().map(({ text }) => text)]);
  expect(said).toEqual([
    ['Documento invalidado', 'Factura', 'D0C', 'DTE-01', 'SELLO-DEL-DTE', '20/11/2026', 'NUEVO'],
    ['Receptor', 'Ana Ficticia', '01234567-8'],
    [
      'Motivo',
      'Error en la Información del Documento Tributario Electrónico a invalidar.',
      'Precio equivocado',
    ],
    ['Responsable', 'Rosa Ficticia', '1'],
    ['Solicitante', 'Juan Ficticio', '2'],
  ]);
});

it('says that the authority has an event whose seal was lost', () => {
  const { codes } = eventSheetOf({
    signedFile: textOf({ version: 3, fecEmi: '2026-11-21', horEmi: '08:00:00' }),
  });
  expect(codes).toMatchObject({ isSealed: false, sello: 'Registrado por el Ministerio de Hacienda' });
});

it('says of a preview that nothing has been sent, and neither code nor seal', () => {
  const signedFile = textOf({ version: 3, fecEmi: '2026-11-21', horEmi: '08:00:00' });
  const { mark, codes, query } = eventSheetOf({ signedFile, isPreview: true });
  expect(mark).toMatchObject({ kind: 'preview', heading: 'VISTA PREVIA - SIN VALIDEZ' });
  expect([codes.numeroControl, codes.sello, query]).toEqual([null, 'Sin sello: vista previa', null]);
  expect(codes.codigoGeneracion).not.toBe('EVE');
});
