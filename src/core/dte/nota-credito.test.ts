import { describe, expect, it } from 'vitest';
import { exampleIssuer } from '../../../test/support/example-issuer.ts';
import { CONTRIBUYENTE, DISTINCT_ITEM, DISTINCT_TOTALS } from '../../../test/support/example-net.ts';
import type { SchemaGeneration } from './kinds.ts';
import { buildNotaCredito, type NotaCredito } from './nota-credito.ts';
import { serializeDte } from './serialize.ts';

const CODE = 'AB12CD34-0000-4000-8000-000000000001';
const ADJUSTED = {
  codigoGeneracion: CODE,
  fechaEmision: '2026-11-02',
  carriedRetention: false,
  carriedPerception: false,
};

function build(generation: SchemaGeneration, changes: Partial<NotaCredito> = {}) {
  const nota: NotaCredito = {
    issuer: exampleIssuer(),
    receptor: CONTRIBUYENTE,
    adjusted: ADJUSTED,
    items: [DISTINCT_ITEM, { ...DISTINCT_ITEM, ventaGravada: 0n }],
    totals: DISTINCT_TOTALS,
    totalLetras: 'DIEZ DÓLARES CON 00/100',
    condicionOperacion: 3,
    observaciones: 'Saco roto',
    apendice: [],
    ...changes,
  };
  return JSON.parse(serializeDte(buildNotaCredito(nota, generation)));
}

const LINE = {
  numItem: 1,
  tipoItem: 3,
  numeroDocumento: CODE,
  cantidad: 2.5,
  codigo: 'C-1',
  codTributo: null,
  uniMedida: 59,
  descripcion: 'Caja',
  precioUni: 1e-8,
  montoDescu: 0.2,
  ventaNoSuj: 0.3,
  ventaExenta: 0.4,
  ventaGravada: 0.5,
  tributos: ['20'],
};
const SALES = { totalNoSuj: 1, totalExenta: 2, totalGravada: 3, subTotalVentas: 4, totalDescu: 5 };
const TRIBUTOS = [{ codigo: '20', descripcion: 'Impuesto al Valor Agregado 13%', valor: 6 }];
const CLOSING = { montoTotalOperacion: 9, totalLetras: 'DIEZ DÓLARES CON 00/100', condicionOperacion: 3 };
const { nit, direccion, ...IDENTITY } = CONTRIBUYENTE;
const { distrito, ...DIRECCION_V1 } = direccion;

describe('a note of v1', () => {
  const document = build('v1');

  it('has the members of fe-nc-v3, in its order', () => {
    expect(Object.keys(document)).toEqual([
      'documentoRelacionado',
      'emisor',
      'receptor',
      'ventaTercero',
      'cuerpoDocumento',
      'resumen',
      'extension',
      'apendice',
    ]);
    expect(document.documentoRelacionado).toEqual([
      { tipoDocumento: '03', tipoGeneracion: 2, numeroDocumento: CODE, fechaEmision: '2026-11-02' },
    ]);
  });

  it('has each amount where it belongs, and none to pay', () => {
    expect(document.cuerpoDocumento).toEqual([
      LINE,
      { ...LINE, numItem: 2, ventaGravada: 0, tributos: null },
    ]);
    expect(document.resumen).toEqual({
      ...SALES,
      descuNoSuj: 0,
      descuExenta: 0,
      descuGravada: 0,
      tributos: TRIBUTOS,
      subTotal: 4,
      ivaPerci1: 7,
      ivaRete1: 8,
      reteRenta: 0,
      ...CLOSING,
    });
  });

  it('names its recipient by NIT, its issuer without a point of sale', () => {
    expect(document.receptor).toEqual({ nit, ...IDENTITY, direccion: DIRECCION_V1 });
    expect(Object.keys(document.emisor)).toEqual([
      'nit',
      'nrc',
      'nombre',
      'codActividad',
      'descActividad',
      'nombreComercial',
      'tipoEstablecimiento',
      'direccion',
      'telefono',
      'correo',
    ]);
  });

  it('has an extension without a plate', () => {
    expect(document.extension).toEqual({
      nombEntrega: null,
      docuEntrega: null,
      nombRecibe: null,
      docuRecibe: null,
      observaciones: 'Saco roto',
    });
  });
});

describe('a note of v2', () => {
  const document = build('v2');

  it('has the members of fe-nc-v4, in its order', () => {
    expect(Object.keys(document)).toEqual([
      'documentoRelacionado',
      'emisor',
      'receptor',
      'ventaTercero',
      'cuerpoDocumento',
      'resumen',
      'apendice',
    ]);
  });

  it('has each amount where it belongs', () => {
    expect(document.resumen).toEqual({
      ...SALES,
      tributos: TRIBUTOS,
      ivaPerci: 7,
      totalIva: 0,
      ivaRete: 8,
      totalNoGravado: 0,
      totalPagar: 10,
      ...CLOSING,
      observaciones: 'Saco roto',
      codigoRetencionMH: null,
    });
  });

  it('names its recipient by type and number of document', () => {
    expect(document.receptor).toEqual({
      tipoDocumento: '36',
      numDocumento: nit,
      ...IDENTITY,
      direccion: { ...DIRECCION_V1, distrito },
    });
    expect(document.emisor).not.toHaveProperty('codEstable');
  });

  it.each([
    [false, false, { ivaPerci: 0, ivaRete: 0 }],
    [true, false, { ivaPerci: 0, ivaRete: 0.005 }],
    [false, true, { ivaPerci: 0.005, ivaRete: 0 }],
  ])(
    'has in its lines 1 %% of what they tax where the CCF carried it (%s, %s)',
    (carriedRetention, carriedPerception, shares) => {
      const adjusted = { ...ADJUSTED, carriedRetention, carriedPerception };
      expect(build('v2', { adjusted }).cuerpoDocumento).toEqual([
        { ...LINE, noGravado: 0, totalIva: 0, ...shares },
        {
          ...LINE,
          numItem: 2,
          ventaGravada: 0,
          tributos: null,
          noGravado: 0,
          totalIva: 0,
          ivaPerci: 0,
          ivaRete: 0,
        },
      ]);
    },
  );
});
