import { describe, expect, it } from 'vitest';
import { exampleIssuer } from '../../../test/support/example-issuer.ts';
import { decimal } from '../money/decimal.ts';
import { buildExportacion, type Exportacion, type ExportacionItem } from './exportacion.ts';
import type { SchemaGeneration } from './kinds.ts';
import { serializeDte } from './serialize.ts';

const ITEM: ExportacionItem = {
  tipoItem: 1,
  cantidad: decimal('275'),
  codigo: 'CAFE',
  uniMedida: 39,
  descripcion: 'Café oro',
  precioUni: decimal('4.5'),
  montoDescu: decimal('0.2'),
  ventaGravada: decimal('0.3'),
};

const RECEPTOR = {
  nombre: 'Example Coffee Inc.',
  tipoDocumento: '37',
  numDocumento: 'US-99',
  nombreComercial: null,
  codPais: 'US',
  nombrePais: 'Estados Unidos',
  complemento: '5th Avenue',
  tipoPersona: 2,
  descActividad: 'Otros',
  telefono: null,
  correo: 'buyer@example.com',
};

const BY_SEA = {
  tipoItemExpor: 1,
  recintoFiscal: '02',
  tipoRegimen: 'EX-1',
  regimen: '1000.000',
  codIncoterms: '09',
  descIncoterms: 'FOB-Libre a bordo',
};

function build(generation: SchemaGeneration, changes: Partial<Exportacion> = {}) {
  const fex: Exportacion = {
    issuer: exampleIssuer({ trade_name: 'Café' }),
    receptor: RECEPTOR,
    terms: BY_SEA,
    items: [ITEM, { ...ITEM, tipoItem: 2 }],
    totalGravada: decimal('1'),
    totalDescu: decimal('2'),
    seguro: decimal('3'),
    flete: decimal('4'),
    montoTotalOperacion: decimal('5'),
    totalPagar: decimal('6'),
    totalLetras: 'SEIS DÓLARES CON 00/100',
    condicionOperacion: 1,
    pagos: [{ codigo: '05', montoPago: decimal('6'), referencia: null, plazo: null, periodo: null }],
    observaciones: 'Lote 7',
    apendice: [],
    ...changes,
  };
  return JSON.parse(serializeDte(buildExportacion(fex, generation)));
}

const LINE = {
  numItem: 1,
  cantidad: 275,
  codigo: 'CAFE',
  uniMedida: 39,
  descripcion: 'Café oro',
  precioUni: 4.5,
  montoDescu: 0.2,
  ventaGravada: 0.3,
  tributos: ['C3'],
  noGravado: 0,
};
const RESUMEN = {
  totalGravada: 1,
  porcentajeDescuento: 0,
  totalDescu: 2,
  seguro: 3,
  flete: 4,
  montoTotalOperacion: 5,
  totalNoGravado: 0,
  totalPagar: 6,
  totalLetras: 'SEIS DÓLARES CON 00/100',
  condicionOperacion: 1,
  pagos: [{ codigo: '05', montoPago: 6, referencia: null, plazo: null, periodo: null }],
  codIncoterms: '09',
  descIncoterms: 'FOB-Libre a bordo',
  numPagoElectronico: null,
  observaciones: 'Lote 7',
};

describe('an export of v1', () => {
  const document = build('v1');

  it('has the members of fe-fex-v1, in its order', () => {
    expect(Object.keys(document)).toEqual([
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
    expect(document.cuerpoDocumento).toEqual([LINE, { ...LINE, numItem: 2 }]);
    expect(document.resumen).toEqual({ ...RESUMEN, descuento: 0 });
  });

  it('writes the type of regime in front of the regime', () => {
    expect(document.emisor).toMatchObject({
      tipoItemExpor: 1,
      recintoFiscal: '02',
      regimen: 'EX-1.1000.000',
    });
    expect(document.emisor).not.toHaveProperty('tipoRegimen');
    expect(build('v1', { terms: { ...BY_SEA, tipoRegimen: null } }).emisor.regimen).toBe('1000.000');
    expect(build('v1', { terms: { ...BY_SEA, regimen: null } }).emisor.regimen).toBeNull();
  });

  it('leaves a trade name of four letters out', () => {
    expect(document.emisor.nombreComercial).toBeNull();
    const longer = build('v1', { issuer: exampleIssuer({ trade_name: 'Cafés' }) });
    expect(longer.emisor.nombreComercial).toBe('Cafés');
  });

  it('names its recipient abroad', () => expect(document.receptor).toEqual(RECEPTOR));
});

describe('an export of v2', () => {
  const document = build('v2');

  it('has the members of fe-fex-v3, in its order', () => {
    expect(Object.keys(document)).toEqual([
      'documentoRelacionado',
      'emisor',
      'receptor',
      'otrosDocumentos',
      'ventaTercero',
      'compraTercero',
      'cuerpoDocumento',
      'resumen',
      'apendice',
    ]);
  });

  it('has each amount where it belongs', () => {
    const line = { ...LINE, tipoItem: 1, numeroDocumento: null, codTributo: null };
    expect(document.cuerpoDocumento).toEqual([line, { ...line, numItem: 2, tipoItem: 2 }]);
    expect(document.resumen).toEqual({
      ...RESUMEN,
      descuGravada: 0,
      totalNoOnerosas: 0,
      saldoFavor: 0,
      tributos: [{ codigo: 'C3', descripcion: 'Impuesto al Valor Agregado (exportaciones) 0%', valor: 0 }],
    });
  });

  it('writes regime and its type apart, and any trade name', () => {
    expect(document.emisor).toMatchObject({
      nombreComercial: 'Café',
      tipoRegimen: 'EX-1',
      regimen: '1000.000',
    });
  });
});
