import { describe, expect, it } from 'vitest';
import { exampleIssuer } from '../../../test/support/example-issuer.ts';
import { CONTRIBUYENTE, DISTINCT_ITEM, DISTINCT_TOTALS } from '../../../test/support/example-net.ts';
import { decimal } from '../money/decimal.ts';
import { buildCreditoFiscal, type CreditoFiscal } from './credito-fiscal.ts';
import type { SchemaGeneration } from './kinds.ts';
import { serializeDte } from './serialize.ts';

function build(generation: SchemaGeneration, changes: Partial<CreditoFiscal> = {}) {
  const ccf: CreditoFiscal = {
    issuer: exampleIssuer({ trade_name: 'Pan' }),
    receptor: CONTRIBUYENTE,
    items: [DISTINCT_ITEM, { ...DISTINCT_ITEM, ventaGravada: 0n, codigo: null }],
    totals: DISTINCT_TOTALS,
    totalLetras: 'DIEZ DÓLARES CON 00/100',
    condicionOperacion: 2,
    pagos: [{ codigo: '13', montoPago: decimal('10'), referencia: 'R', plazo: '01', periodo: decimal('30') }],
    observaciones: 'Frágil',
    apendice: [{ campo: 'c1', etiqueta: 'e12', valor: 'v' }],
    ...changes,
  };
  return JSON.parse(serializeDte(buildCreditoFiscal(ccf, generation)));
}

const LINE = {
  numItem: 1,
  tipoItem: 3,
  numeroDocumento: null,
  codigo: 'C-1',
  codTributo: null,
  descripcion: 'Caja',
  cantidad: 2.5,
  uniMedida: 59,
  precioUni: 1e-8,
  montoDescu: 0.2,
  ventaNoSuj: 0.3,
  ventaExenta: 0.4,
  ventaGravada: 0.5,
  tributos: ['20'],
  psv: 0,
  noGravado: 0,
};
const RESUMEN = {
  totalNoSuj: 1,
  totalExenta: 2,
  totalGravada: 3,
  subTotalVentas: 4,
  descuNoSuj: 0,
  descuExenta: 0,
  descuGravada: 0,
  porcentajeDescuento: 0,
  totalDescu: 5,
  tributos: [{ codigo: '20', descripcion: 'Impuesto al Valor Agregado 13%', valor: 6 }],
  subTotal: 4,
  montoTotalOperacion: 9,
  totalNoGravado: 0,
  totalPagar: 10,
  totalLetras: 'DIEZ DÓLARES CON 00/100',
  saldoFavor: 0,
  condicionOperacion: 2,
  pagos: [{ codigo: '13', montoPago: 10, referencia: 'R', plazo: '01', periodo: 30 }],
  numPagoElectronico: null,
};
const { direccion, ...IDENTITY } = CONTRIBUYENTE;
const { distrito, ...DIRECCION_V1 } = direccion;

describe('a CCF of v1', () => {
  const document = build('v1');

  it('has the members of fe-ccf-v3, in its order', () => {
    expect(Object.keys(document)).toEqual([
      'documentoRelacionado',
      'emisor',
      'receptor',
      'otrosDocumentos',
      'ventaTercero',
      'cuerpoDocumento',
      'resumen',
      'extension',
      'apendice',
    ]);
    expect(document).toMatchObject({ documentoRelacionado: null, otrosDocumentos: null, ventaTercero: null });
  });

  it('has each amount where it belongs', () => {
    expect(document.cuerpoDocumento).toEqual([
      LINE,
      { ...LINE, numItem: 2, codigo: null, ventaGravada: 0, tributos: null },
    ]);
    expect(document.resumen).toEqual({ ...RESUMEN, ivaPerci1: 7, ivaRete1: 8, reteRenta: 0 });
  });

  it('names issuer and recipient without a district', () => {
    expect(document.emisor).toMatchObject({
      nombreComercial: 'Pan',
      tipoEstablecimiento: '02',
      codEstable: 'M001',
      codPuntoVentaMH: 'P001',
      direccion: { departamento: '06', municipio: '23' },
    });
    expect(document.receptor).toEqual({ ...IDENTITY, direccion: DIRECCION_V1 });
  });

  it('has observations in the extension', () => {
    expect(document.extension).toMatchObject({ observaciones: 'Frágil', placaVehiculo: null });
    expect(build('v1', { observaciones: null }).extension).toBeNull();
  });
});

describe('a CCF of v2', () => {
  const document = build('v2');

  it('has the members of fe-ccf-v4, in its order', () => {
    expect(Object.keys(document)).toEqual([
      'documentoRelacionado',
      'emisor',
      'receptor',
      'otrosDocumentos',
      'ventaTercero',
      'cuerpoDocumento',
      'resumen',
      'apendice',
    ]);
  });

  it('has each amount where it belongs', () => {
    expect(document.cuerpoDocumento[0]).toEqual(LINE);
    expect(document.resumen).toEqual({ ...RESUMEN, ivaPerci: 7, ivaRete: 8, observaciones: 'Frágil' });
  });

  it('names issuer and recipient with their districts', () => {
    expect(document.emisor).not.toHaveProperty('tipoEstablecimiento');
    expect(document.emisor).toMatchObject({ codEstable: 'M001', codPuntoVenta: 'P001' });
    expect(document.receptor).toEqual({ ...IDENTITY, direccion: { ...DIRECCION_V1, distrito } });
  });

  it('has an appendix, or none', () => {
    expect(document.apendice).toEqual([{ campo: 'c1', etiqueta: 'e12', valor: 'v' }]);
    expect(build('v2', { apendice: [] }).apendice).toBeNull();
  });
});
