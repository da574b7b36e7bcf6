import { valueAt, withValues } from './edit.ts';
import { type Draft, validFacturaV1, validFacturaV2 } from './facturas.ts';
import { fullFacturaV1, fullFacturaV2 } from './full-facturas.ts';

/** The code of the document that notes adjust. */
export const ADJUSTED = '1A2B3C4D-5E6F-4071-8293-A4B5C6D7E8F9';

const NIT = '06140202020024';

const contribuyente = {
  nrc: '888888',
  nombre: 'Distribuidora Ficticia, S.A. de C.V.',
  codActividad: '47190',
  descActividad: 'Venta al por menor',
  nombreComercial: null,
  telefono: '22221111',
  correo: 'compras@ejemplo.com.sv',
};

const noSale = { ventaNoSuj: 0, ventaExenta: 0, ventaGravada: 0 };

const LINES: readonly Draft[] = [
  { numItem: 1, tipoItem: 1, descripcion: 'Café tostado', cantidad: 2, precioUni: 50, ventaGravada: 100 },
  { numItem: 2, tipoItem: 2, descripcion: 'Molienda', cantidad: 3, precioUni: 10.61946903, ventaGravada: 30 },
  { numItem: 3, tipoItem: 1, descripcion: 'Libro escolar', cantidad: 3, precioUni: 2, ventaExenta: 6 },
  { numItem: 4, tipoItem: 3, descripcion: 'Servicio no sujeto', cantidad: 1, precioUni: 4, ventaNoSuj: 4 },
];

const CHARGE: Draft = {
  numItem: 5,
  tipoItem: 1,
  descripcion: 'Reintegro de gastos',
  cantidad: 1,
  precioUni: 0,
  noGravado: 1.5,
};

function lines(of: readonly Draft[], rest: Draft): readonly Draft[] {
  return of.map((line) => ({
    codigo: null,
    codTributo: null,
    uniMedida: 99,
    ...noSale,
    ...rest,
    montoDescu: line['numItem'] === 2 ? 1.85840709 : 0,
    tributos: 'ventaGravada' in line ? ['20'] : null,
    ...line,
  }));
}

const sums = {
  totalNoSuj: 4,
  totalExenta: 6,
  totalGravada: 130,
  subTotalVentas: 140,
  totalDescu: 1.86,
  montoTotalOperacion: 156.9,
  totalLetras: 'CIENTO CINCUENTA Y OCHO 40/100 DÓLARES',
  condicionOperacion: 1,
};

const noGlobalDiscount = { descuNoSuj: 0, descuExenta: 0, descuGravada: 0, subTotal: 140 };

const payment = {
  porcentajeDescuento: 0,
  totalNoGravado: 1.5,
  totalPagar: 158.4,
  saldoFavor: 0,
  numPagoElectronico: null,
};

function fresh() {
  const tributos = [{ codigo: '20', descripcion: 'Impuesto al Valor Agregado 13%', valor: 16.9 }];
  const pagos = [{ codigo: '05', montoPago: 158.4, referencia: null, plazo: null, periodo: null }];
  const adjusted = {
    tipoDocumento: '03',
    tipoGeneracion: 2,
    numeroDocumento: ADJUSTED,
    fechaEmision: '2026-11-01',
  };
  return structuredClone({ tributos, pagos, documentoRelacionado: [adjusted] });
}

/** The head of a factura, made one of another type. */
function headOf(factura: Draft, tipoDte: string, version: number): Draft {
  return withValues(factura, {
    'identificacion.tipoDte': tipoDte,
    'identificacion.version': version,
    'identificacion.numeroControl': `DTE-${tipoDte}-M001P001-000000000000001`,
  });
}

function without(record: unknown, ...keys: readonly string[]): Draft {
  const entries = Object.entries(record ?? {}).filter(([key]) => !keys.includes(key));
  return Object.fromEntries(entries);
}

/** A CCF of the first generation that the authority accepts. */
export function validCreditoFiscalV3(): Draft {
  const factura = headOf(validFacturaV1(), '03', 3);
  const { tributos, pagos } = fresh();
  const withheld = { ivaPerci1: 0, ivaRete1: 0, reteRenta: 0 };
  return {
    ...factura,
    receptor: { nit: NIT, ...contribuyente, direccion: valueAt(factura, 'receptor.direccion') },
    cuerpoDocumento: lines([...LINES, CHARGE], { numeroDocumento: null, psv: 0, noGravado: 0 }),
    resumen: { ...sums, ...noGlobalDiscount, ...payment, ...withheld, tributos, pagos },
  };
}

/** The same for the generation of 2026. */
export function validCreditoFiscalV4(): Draft {
  const factura = headOf(validFacturaV2(), '03', 4);
  const { tributos, pagos } = fresh();
  const withheld = { ivaPerci: 0, ivaRete: 0, observaciones: null };
  return {
    ...factura,
    receptor: { nit: NIT, ...contribuyente, direccion: valueAt(factura, 'receptor.direccion') },
    cuerpoDocumento: lines([...LINES, CHARGE], { numeroDocumento: null, psv: 0, noGravado: 0 }),
    resumen: { ...sums, ...noGlobalDiscount, ...payment, ...withheld, tributos, pagos },
  };
}

/** A note on a CCF, first generation. */
export function validNotaCreditoV3(): Draft {
  const { otrosDocumentos: _, ...factura } = headOf(validFacturaV1(), '05', 3);
  const { tributos, documentoRelacionado } = fresh();
  const places = ['codEstableMH', 'codEstable', 'codPuntoVentaMH', 'codPuntoVenta'];
  return {
    ...factura,
    documentoRelacionado,
    emisor: without(factura['emisor'], ...places),
    receptor: { nit: NIT, ...contribuyente, direccion: valueAt(factura, 'receptor.direccion') },
    cuerpoDocumento: lines(LINES, { numeroDocumento: ADJUSTED }),
    resumen: { ...sums, ...noGlobalDiscount, tributos, ivaPerci1: 0, ivaRete1: 0, reteRenta: 0 },
  };
}

/** The same for the generation of 2026. */
export function validNotaCreditoV4(): Draft {
  const { otrosDocumentos: _, ...factura } = headOf(validFacturaV2(), '05', 4);
  const { tributos, documentoRelacionado } = fresh();
  const noShare = { ivaPerci: 0, totalIva: 0, ivaRete: 0 };
  const direccion = valueAt(factura, 'receptor.direccion');
  return {
    ...withValues(factura, { 'identificacion.fusion': null }),
    documentoRelacionado,
    emisor: without(factura['emisor'], 'codEstable', 'codPuntoVenta'),
    receptor: { tipoDocumento: '36', numDocumento: NIT, ...contribuyente, direccion },
    cuerpoDocumento: lines([...LINES, CHARGE], { numeroDocumento: ADJUSTED, noGravado: 0, ...noShare }),
    resumen: {
      ...sums,
      ...noShare,
      tributos,
      totalNoGravado: 1.5,
      totalPagar: 158.4,
      observaciones: null,
      codigoRetencionMH: null,
    },
  };
}

const otherTaxes = {
  'cuerpoDocumento.0.tributos': ['20', '59', 'C5'],
  'cuerpoDocumento.0.codigo': 'SKU-1',
  'resumen.tributos': [
    { codigo: '20', descripcion: 'Impuesto al Valor Agregado 13%', valor: 16.9 },
    { codigo: '59', descripcion: 'Turismo', valor: 1.13 },
    { codigo: 'C5', descripcion: 'Diferencia de precio', valor: 7 },
  ],
  'resumen.montoTotalOperacion': 158.03,
  'receptor.nombreComercial': 'Ficticia',
};

/** What a full factura shows besides: contingency, related and other documents, a third party, an appendix. */
function extras(factura: Draft, ...keys: readonly string[]): Draft {
  const paths = ['identificacion.tipoModelo', 'identificacion.tipoOperacion', 'apendice', 'ventaTercero'];
  const reason = ['identificacion.tipoContingencia', 'identificacion.motivoContin'];
  return Object.fromEntries([...paths, ...reason, ...keys].map((path) => [path, valueAt(factura, path)]));
}

const onCredit = {
  'resumen.condicionOperacion': 2,
  'resumen.pagos': [{ codigo: '13', montoPago: 160.83, referencia: 'Vale 5', plazo: '01', periodo: 30 }],
  'resumen.numPagoElectronico': '123',
  'resumen.totalPagar': 160.83,
};

/** A valid CCF of the first generation in which every optional part is present, 1 % of perception among them. */
export function fullCreditoFiscalV3(): Draft {
  const own = extras(fullFacturaV1(), 'documentoRelacionado', 'otrosDocumentos', 'extension');
  return withValues(validCreditoFiscalV3(), { ...otherTaxes, ...onCredit, ...own, 'resumen.ivaPerci1': 1.3 });
}

export function fullCreditoFiscalV4(): Draft {
  const own = extras(fullFacturaV2(), 'documentoRelacionado', 'otrosDocumentos');
  const rest = { 'resumen.ivaPerci': 1.3, 'resumen.observaciones': 'Ninguna' };
  return withValues(validCreditoFiscalV4(), { ...otherTaxes, ...onCredit, ...own, ...rest });
}

const noteTaxes = { ...otherTaxes, 'cuerpoDocumento.0.tributos': ['20', '59'] };

/** A valid note of the first generation with every optional part; it gives back what was retained. */
export function fullNotaCreditoV3(): Draft {
  const own = extras(fullFacturaV1());
  const extension = without(valueAt(fullFacturaV1(), 'extension'), 'placaVehiculo');
  const retained = { 'resumen.ivaRete1': 1.3, 'resumen.montoTotalOperacion': 156.73 };
  return withValues(validNotaCreditoV3(), { ...noteTaxes, ...own, extension, ...retained });
}

export function fullNotaCreditoV4(): Draft {
  const shares = { 'cuerpoDocumento.0.ivaRete': 1, 'cuerpoDocumento.1.ivaRete': 0.3 };
  const sum = { 'resumen.ivaRete': 1.3, 'resumen.totalPagar': 158.23, 'resumen.observaciones': 'Ninguna' };
  const fusion = { 'identificacion.fusion': '06149999993030' };
  const own = extras(fullFacturaV2());
  return withValues(validNotaCreditoV4(), { ...otherTaxes, ...own, ...shares, ...sum, ...fusion });
}
