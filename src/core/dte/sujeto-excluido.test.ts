import { describe, expect, it } from 'vitest';
import { exampleIssuer } from '../../../test/support/example-issuer.ts';
import { decimal } from '../money/decimal.ts';
import type { SchemaGeneration } from './kinds.ts';
import { serializeDte } from './serialize.ts';
import { buildSujetoExcluido, type CompraItem, type SujetoExcluido } from './sujeto-excluido.ts';

const ITEM: CompraItem = {
  tipoItem: 2,
  cantidad: decimal('3'),
  codigo: null,
  uniMedida: 58,
  descripcion: 'Reparación de puertas',
  precioUni: decimal('0.1'),
  montoDescu: decimal('0.2'),
  compra: decimal('0.3'),
};

const SUBJECT = {
  tipoDocumento: '13',
  numDocumento: '012345678',
  nombre: 'Juan Ficticio',
  codActividad: '16220',
  descActividad: 'Carpintería',
  telefono: null,
  correo: null,
};
const DIRECCION = { departamento: '06', municipio: '23', complemento: 'Pasaje 3' };

function build(generation: SchemaGeneration) {
  const fse: SujetoExcluido = {
    issuer: exampleIssuer({ trade_name: 'Pan' }),
    subject: { ...SUBJECT, direccion: { ...DIRECCION, distrito: '14' } },
    items: [ITEM, ITEM],
    totalCompra: decimal('1'),
    totalDescu: decimal('2'),
    reteRenta: decimal('3'),
    totalPagar: decimal('4'),
    totalLetras: 'CUATRO DÓLARES CON 00/100',
    condicionOperacion: 1,
    pagos: [{ codigo: '01', montoPago: decimal('4'), referencia: null, plazo: null, periodo: null }],
    observaciones: 'Taller',
    apendice: [{ campo: 'c1', etiqueta: 'e12', valor: 'v' }],
  };
  return JSON.parse(serializeDte(buildSujetoExcluido(fse, generation)));
}

const RESUMEN = {
  totalCompra: 1,
  descu: 0,
  totalDescu: 2,
  subTotal: 1,
  reteRenta: 3,
  totalPagar: 4,
  totalLetras: 'CUATRO DÓLARES CON 00/100',
  condicionOperacion: 1,
  observaciones: 'Taller',
  pagos: [{ codigo: '01', montoPago: 4, referencia: null, plazo: null, periodo: null }],
};

describe.each([
  ['v1', 'sujetoExcluido', DIRECCION, { ...RESUMEN, ivaRete1: 0 }],
  ['v2', 'receptor', { ...DIRECCION, distrito: '14' }, RESUMEN],
] as const)('a purchase of %s', (...[generation, block, direccion, resumen]) => {
  const document = build(generation);

  it('has the members of its schema, in its order', () => {
    expect(Object.keys(document)).toEqual(['emisor', block, 'cuerpoDocumento', 'resumen', 'apendice']);
  });

  it('names its subject', () => expect(document[block]).toEqual({ ...SUBJECT, direccion }));

  it('has each amount where it belongs', () => {
    const line = {
      numItem: 1,
      tipoItem: 2,
      cantidad: 3,
      codigo: null,
      uniMedida: 58,
      descripcion: 'Reparación de puertas',
      precioUni: 0.1,
      montoDescu: 0.2,
      compra: 0.3,
    };
    expect(document.cuerpoDocumento).toEqual([line, { ...line, numItem: 2 }]);
    expect(document.resumen).toEqual(resumen);
    expect(document.apendice).toEqual([{ campo: 'c1', etiqueta: 'e12', valor: 'v' }]);
  });

  it('names its issuer without a trade name', () => {
    expect(document.emisor).not.toHaveProperty('nombreComercial');
    expect(document.emisor).toMatchObject({ codEstable: 'M001', codPuntoVenta: 'P001' });
  });
});
