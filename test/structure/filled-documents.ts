import type { DocumentKind } from './document-kinds.ts';
import { overlaid } from './json-tree.ts';

type Overlay = Readonly<Record<string, unknown>>;

const NIT = '06140101900018';
const CODE = 'A1B2C3D4-0000-4000-8000-00000000000F';

/** Optional blocks that Sello itself never fills, in the forms that the official schemas take. */
export function filledDocuments(kind: DocumentKind, documents: readonly unknown[]): readonly unknown[] {
  return overlaysOf(kind).flatMap((overlay) => documents.map((document) => overlaid(document, overlay)));
}

function overlaysOf(kind: DocumentKind): readonly Overlay[] {
  const overlays = kind.generation === 'v1' ? overlaysV1(kind) : overlaysV2(kind);
  return [{}, ...overlays].flatMap((overlay) => [
    overlay,
    { ...overlay, ...contingency(kind, 5) },
    { ...overlay, ...paid(kind), ...appendix },
  ]);
}

function contingency({ tipoDte, generation }: DocumentKind, type: number): Overlay {
  const motivo = tipoDte === '11' && generation === 'v1' ? 'motivoContigencia' : 'motivoContin';
  return {
    '#/identificacion/tipoModelo': 2,
    '#/identificacion/tipoOperacion': 2,
    '#/identificacion/tipoContingencia': type,
    [`#/identificacion/${motivo}`]: type === 5 ? 'Inundación del local' : null,
  };
}

const appendix: Overlay = {
  '#/apendice': [
    { campo: 'pedido', etiqueta: 'Pedido', valor: '4711' },
    { campo: 'ruta', etiqueta: 'Ruta', valor: 'Occidente' },
  ],
};

/** On credit, in two payments; a note has none. */
function paid({ tipoDte }: DocumentKind): Overlay {
  if (tipoDte === '05') return { '#/resumen/condicionOperacion': 2 };
  const payment = { montoPago: 1.13, referencia: 'cheque 12', plazo: '02', periodo: 3 };
  return {
    '#/resumen/condicionOperacion': 2,
    '#/resumen/pagos': [
      { ...payment, codigo: '04' },
      { ...payment, codigo: '99', referencia: null, periodo: 1.5 },
    ],
    ...(tipoDte === '14' ? {} : { '#/resumen/numPagoElectronico': 'E-77' }),
  };
}

function related(tipoDocumento: string): Overlay {
  const entry = { tipoDocumento, fechaEmision: '2026-02-28' };
  return {
    '#/documentoRelacionado': [
      { ...entry, tipoGeneracion: 1, numeroDocumento: '000123' },
      { ...entry, tipoGeneracion: 2, numeroDocumento: CODE },
    ],
  };
}

const described = { codDocAsociado: 1, descDocumento: 'Contrato', detalleDocumento: 'Número 7' };
const doctor = { nombre: 'Quien Cura', nit: NIT, docIdentificacion: null, tipoServicio: 2 };
const medical = { codDocAsociado: 3, descDocumento: null, detalleDocumento: null };

const otherDocuments: Overlay = {
  '#/otrosDocumentos': [
    { ...described, medico: null },
    { ...medical, medico: doctor },
    { ...medical, medico: { ...doctor, nit: null, docIdentificacion: 'P-1234' } },
  ],
};

const noTransport = { placaTrans: null, modoTransp: null, numConductor: null, nombreConductor: null };
const transport = {
  placaTrans: 'P123456',
  modoTransp: 3,
  numConductor: '01234567-8',
  nombreConductor: 'Quien Conduce',
};
const transportDocuments: Overlay = {
  '#/otrosDocumentos': [
    { ...described, ...noTransport },
    { ...described, codDocAsociado: 3, descDocumento: null, ...noTransport },
    { ...described, codDocAsociado: 4, descDocumento: null, ...transport },
  ],
};

const extension = {
  nombEntrega: 'Quien Entrega',
  docuEntrega: '01234567-8',
  nombRecibe: 'Quien Recibe',
  docuRecibe: '98765432-1',
  observaciones: 'Entregado en bodega',
};

/** A line that stands for a tax; its VAT is that of the type. */
function taxLine(tributos: readonly string[] | null): Overlay {
  return {
    '#/cuerpoDocumento/0/tipoItem': 4,
    '#/cuerpoDocumento/0/uniMedida': 99,
    '#/cuerpoDocumento/0/codTributo': 'A8',
    '#/cuerpoDocumento/0/ventaGravada': 10,
    '#/cuerpoDocumento/0/tributos': tributos,
  };
}

function specialTaxes(lineTaxes: readonly string[], codigo: string): Overlay {
  const tax = { descripcion: 'Turismo: por alojamiento', valor: 0.5 };
  return {
    '#/cuerpoDocumento/0/ventaGravada': 10,
    '#/cuerpoDocumento/0/tributos': lineTaxes,
    '#/resumen/tributos': [
      { ...tax, codigo },
      { ...tax, codigo, valor: 1 },
    ],
  };
}

const untaxed: Overlay = {
  '#/cuerpoDocumento/0/ventaGravada': 0,
  '#/cuerpoDocumento/0/tributos': null,
  '#/cuerpoDocumento/0/ventaExenta': 3,
};

const onBehalfV1: Overlay = { '#/ventaTercero': { nit: NIT, nombre: 'Mandante, S.A.' } };
const onBehalfV2: Overlay = { '#/ventaTercero': { nit: NIT, nombre: 'Mandante, S.A.', codDomiciliado: 1 } };

function overlaysV1({ tipoDte }: DocumentKind): readonly Overlay[] {
  switch (tipoDte) {
    case '01':
      return [
        { ...related('04'), ...otherDocuments, ...onBehalfV1 },
        { '#/extension': { ...extension, placaVehiculo: 'P123-456' }, ...specialTaxes(['C3', '59'], '59') },
        { ...taxLine(null), ...onBehalfV1, '#/receptor': null, '#/resumen/montoTotalOperacion': 1094.99 },
        {
          ...untaxed,
          '#/cuerpoDocumento/0/ivaItem': 0,
          '#/resumen/totalGravada': 0,
          '#/resumen/ivaRete1': 0,
        },
        { '#/identificacion/tipoModelo': 2, ...contingency({ tipoDte, generation: 'v1', schema: '' }, 1) },
      ];
    case '03':
      return [
        { ...related('08'), ...otherDocuments, ...onBehalfV1 },
        { '#/extension': { ...extension, placaVehiculo: 'P123-456' }, ...specialTaxes(['20', '59'], '59') },
        { ...taxLine(['20']), ...onBehalfV1 },
        { ...untaxed, ...noVat },
      ];
    case '05':
      return [
        { ...related('07'), ...onBehalfV1, '#/extension': extension },
        specialTaxes(['20', 'C8'], 'C8'),
        taxLine(['20']),
        { ...untaxed, ...noVat },
      ];
    case '11':
      return [
        { ...transportDocuments, ...onBehalfV1 },
        { '#/resumen/montoTotalOperacion': 20_000, '#/receptor/correo': 'compras@ejemplo.com' },
        { '#/resumen/montoTotalOperacion': 9999.99, '#/receptor': null },
        { '#/cuerpoDocumento/0/noGravado': 2.5, '#/cuerpoDocumento/0/tributos': ['59'] },
      ];
    case '14':
      return [{ '#/resumen/totalDescu': null, '#/emisor/nrc': null }];
  }
}

const noVat: Overlay = { '#/resumen/totalGravada': 0, '#/resumen/ivaPerci1': 0, '#/resumen/ivaRete1': 0 };

function overlaysV2({ tipoDte }: DocumentKind): readonly Overlay[] {
  switch (tipoDte) {
    case '01':
    case '03':
      return [
        { ...related('04'), ...otherDocuments, ...onBehalfV2 },
        { ...specialTaxes(['C3', '59'], '59'), '#/cuerpoDocumento/0/codTributo': 'A8' },
      ];
    case '05':
      return [
        { ...related('07'), ...onBehalfV2, '#/identificacion/fusion': NIT },
        { ...specialTaxes(['20', '59'], '59'), '#/resumen/codigoRetencionMH': '22' },
      ];
    case '11':
      return [
        { ...related('04'), ...transportDocuments, ...onBehalfV2 },
        {
          '#/compraTercero': { numDocumento: NIT, nombre: 'Comitente, S.A.' },
          ...specialTaxes(['C3'], 'C3'),
        },
      ];
    case '14':
      return [{ '#/emisor/nrc': null, '#/receptor/codActividad': '01' }];
  }
}
