import { valueAt, withValues } from './edit.ts';
import { type Draft, validFacturaV1, validFacturaV2 } from './facturas.ts';
import { fullFacturaV1, fullFacturaV2 } from './full-facturas.ts';

const buyer = {
  nombre: 'Importadora Ficticia Inc.',
  tipoDocumento: '37',
  numDocumento: 'EXT-0001',
  nombreComercial: null,
  nombrePais: 'Estados Unidos',
  complemento: '1 Example Street',
  tipoPersona: 2,
  descActividad: 'Comercio al por mayor',
  telefono: '15550100',
  correo: 'buyer@example.com',
};

const LINES: readonly Draft[] = [
  { descripcion: 'Café oro', cantidad: 2, precioUni: 50.125, montoDescu: 0.25, ventaGravada: 100 },
  { descripcion: 'Tueste', cantidad: 4, precioUni: 12.5, montoDescu: 0, ventaGravada: 50 },
  { descripcion: 'Comisión', cantidad: 1, precioUni: 0, montoDescu: 0, ventaGravada: 0, noGravado: 1.5 },
];

function lines(rest: Draft): readonly Draft[] {
  return LINES.map((line, index) => ({
    numItem: index + 1,
    codigo: null,
    uniMedida: 99,
    noGravado: 0,
    ...rest,
    tributos: line['ventaGravada'] === 0 ? null : ['C3'],
    ...line,
  }));
}

const sums = {
  totalGravada: 150,
  porcentajeDescuento: 0,
  totalDescu: 0.25,
  seguro: 10,
  flete: 20.5,
  montoTotalOperacion: 180.5,
  totalNoGravado: 1.5,
  totalPagar: 182,
  totalLetras: 'CIENTO OCHENTA Y DOS 00/100 DÓLARES',
  condicionOperacion: 1,
  codIncoterms: '09',
  descIncoterms: 'FOB-Libre a bordo',
  numPagoElectronico: null,
  observaciones: null,
};

const payment = (montoPago: number) => [
  { codigo: '05', montoPago, referencia: null, plazo: null, periodo: null },
];

function identificacionOf(factura: Draft, tipoDte: string, version: number): Draft {
  const numeroControl = `DTE-${tipoDte}-M001P001-000000000000001`;
  return { ...partOf(factura, 'identificacion'), tipoDte, version, numeroControl };
}

function partOf(document: Draft, key: string): Draft {
  return Object.fromEntries(Object.entries(valueAt(document, key) ?? {}));
}

/** An export of goods, first generation, that the authority accepts. */
export function validExportacionV1(): Draft {
  const factura = validFacturaV1();
  const { motivoContin: motivoContigencia, ...identificacion } = identificacionOf(factura, '11', 1);
  const customs = { tipoItemExpor: 1, recintoFiscal: '03', regimen: 'EX-1.1000.000' };
  return structuredClone({
    identificacion: { ...identificacion, motivoContigencia },
    emisor: { ...partOf(factura, 'emisor'), ...customs },
    receptor: { ...buyer, codPais: '9450' },
    otrosDocumentos: null,
    ventaTercero: null,
    cuerpoDocumento: lines({}),
    resumen: { ...sums, descuento: 0, pagos: payment(182) },
    apendice: null,
  });
}

/** The same for the generation of 2026. */
export function validExportacionV3(): Draft {
  const factura = validFacturaV2();
  const customs = { tipoItemExpor: 1, recintoFiscal: '03', tipoRegimen: 'EX-1', regimen: '1000.000' };
  const tributos = [{ codigo: 'C3', descripcion: 'Impuesto al Valor Agregado (exportaciones) 0%', valor: 0 }];
  const others = { descuGravada: 0, totalNoOnerosas: 0, saldoFavor: 0, tributos };
  return structuredClone({
    identificacion: identificacionOf(factura, '11', 3),
    documentoRelacionado: null,
    emisor: { ...partOf(factura, 'emisor'), ...customs },
    receptor: { ...buyer, codPais: 'US' },
    otrosDocumentos: null,
    ventaTercero: null,
    compraTercero: null,
    cuerpoDocumento: lines({ tipoItem: 1, numeroDocumento: null, codTributo: null }),
    resumen: { ...sums, ...others, pagos: payment(182) },
    apendice: null,
  });
}

const exportExtras = {
  'identificacion.tipoModelo': 2,
  'identificacion.tipoOperacion': 2,
  'identificacion.tipoContingencia': 5,
  'cuerpoDocumento.0.codigo': 'SKU-1',
  'receptor.nombreComercial': 'Ficticia',
  'resumen.condicionOperacion': 2,
  'resumen.pagos': [{ codigo: '13', montoPago: 182, referencia: 'Vale 5', plazo: '01', periodo: 30 }],
  'resumen.numPagoElectronico': '123',
  'resumen.observaciones': 'Ninguna',
  apendice: [{ campo: 'caja', etiqueta: 'Caja', valor: '3' }],
  otrosDocumentos: [
    {
      codDocAsociado: 4,
      descDocumento: null,
      detalleDocumento: null,
      placaTrans: 'P123456',
      modoTransp: 1,
      numConductor: '01234567-8',
      nombreConductor: 'Conductor Ficticio',
    },
    {
      codDocAsociado: 1,
      descDocumento: 'Pedido',
      detalleDocumento: 'Número 17',
      placaTrans: null,
      modoTransp: null,
      numConductor: null,
      nombreConductor: null,
    },
  ],
};

/** Valid exports in which every optional part is present. */
export function fullExportacionV1(): Draft {
  const ventaTercero = valueAt(fullFacturaV1(), 'ventaTercero');
  const reason = { 'identificacion.motivoContigencia': 'Corte del enlace' };
  return withValues(validExportacionV1(), { ...exportExtras, ...reason, ventaTercero });
}

export function fullExportacionV3(): Draft {
  const { ventaTercero, documentoRelacionado } = fullFacturaV2();
  const reason = {
    'identificacion.motivoContin': 'Corte del enlace',
    'cuerpoDocumento.0.numeroDocumento': '1',
  };
  return withValues(validExportacionV3(), { ...exportExtras, ...reason, ventaTercero, documentoRelacionado });
}

const SUBJECT = {
  tipoDocumento: '13',
  numDocumento: '012345678',
  nombre: 'Persona Ficticia de Prueba',
  codActividad: null,
  descActividad: null,
  telefono: '77770000',
  correo: 'persona@ejemplo.com.sv',
};

const PURCHASES: readonly Draft[] = [
  {
    numItem: 1,
    tipoItem: 1,
    descripcion: 'Leña',
    cantidad: 2,
    codigo: null,
    uniMedida: 99,
    precioUni: 10,
    montoDescu: 0.5,
    compra: 19.5,
  },
  {
    numItem: 2,
    tipoItem: 2,
    descripcion: 'Jardinería',
    cantidad: 1,
    codigo: null,
    uniMedida: 99,
    precioUni: 100,
    montoDescu: 0,
    compra: 100,
  },
];

const purchase = {
  totalCompra: 119.5,
  descu: 0,
  totalDescu: 0.5,
  subTotal: 119.5,
  reteRenta: 10,
  totalPagar: 109.5,
  totalLetras: 'CIENTO NUEVE 50/100 DÓLARES',
  condicionOperacion: 1,
  observaciones: null,
};

/** A purchase from somebody who is not registered, first generation. */
export function validSujetoExcluidoV1(): Draft {
  const factura = validFacturaV1();
  const { nombreComercial: _, tipoEstablecimiento: __, ...emisor } = partOf(factura, 'emisor');
  return structuredClone({
    identificacion: identificacionOf(factura, '14', 1),
    emisor,
    sujetoExcluido: { ...SUBJECT, direccion: valueAt(factura, 'receptor.direccion') },
    cuerpoDocumento: PURCHASES,
    resumen: { ...purchase, ivaRete1: 0, pagos: payment(109.5) },
    apendice: null,
  });
}

/** The same for the generation of 2026. */
export function validSujetoExcluidoV2(): Draft {
  const factura = validFacturaV2();
  const { nombreComercial: _, ...emisor } = partOf(factura, 'emisor');
  return structuredClone({
    identificacion: identificacionOf(factura, '14', 2),
    emisor,
    receptor: { ...SUBJECT, direccion: valueAt(factura, 'receptor.direccion') },
    cuerpoDocumento: PURCHASES,
    resumen: { ...purchase, pagos: payment(109.5) },
    apendice: null,
  });
}

const purchaseExtras = {
  'identificacion.tipoModelo': 2,
  'identificacion.tipoOperacion': 2,
  'identificacion.tipoContingencia': 5,
  'identificacion.motivoContin': 'Corte del enlace',
  'cuerpoDocumento.0.codigo': 'SKU-1',
  'resumen.condicionOperacion': 2,
  'resumen.pagos': [{ codigo: '13', montoPago: 109.5, referencia: 'Vale 5', plazo: '01', periodo: 30 }],
  'resumen.observaciones': 'Ninguna',
  apendice: [{ campo: 'caja', etiqueta: 'Caja', valor: '3' }],
};

const activity = { codActividad: '47190', descActividad: 'Venta al por menor', tipoDocumento: '36' };

/** Valid purchases in which every optional part is present. */
export function fullSujetoExcluidoV1(): Draft {
  const sujetoExcluido = { ...partOf(validSujetoExcluidoV1(), 'sujetoExcluido'), ...activity };
  return withValues(validSujetoExcluidoV1(), { ...purchaseExtras, sujetoExcluido });
}

export function fullSujetoExcluidoV2(): Draft {
  const receptor = { ...partOf(validSujetoExcluidoV2(), 'receptor'), ...activity };
  return withValues(validSujetoExcluidoV2(), { ...purchaseExtras, receptor });
}
