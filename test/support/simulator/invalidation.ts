import { randomUUID } from 'node:crypto';
import { localParts } from './contingency.ts';
import { valueAt, withValues } from './edit.ts';
import { type Draft, TEST_NIT } from './facturas.ts';
import { signDocument, type TestKey } from './signing.ts';

const CODE = '0A1B2C3D-4E5F-4071-8293-A4B5C6D7E8F9';

const shared = {
  identificacion: { ambiente: '00', codigoGeneracion: '7B1C0A52-3D4E-4F60-8A7B-9C0D1E2F3A4B' },
  emisor: {
    nit: TEST_NIT,
    nombre: 'Comercial Ejemplo, S.A. de C.V.',
    codEstableMH: 'M001',
    codEstable: null,
    codPuntoVentaMH: 'P001',
    codPuntoVenta: null,
    telefono: '22220000',
    correo: 'facturas@ejemplo.com.sv',
  },
  documento: {
    tipoDte: '01',
    codigoGeneracion: CODE,
    selloRecibido: `2026${'A'.repeat(36)}`,
    numeroControl: 'DTE-01-M001P001-000000000000001',
    fecEmi: '2026-11-20',
    codigoGeneracionR: null,
    tipoDocumento: '13',
    numDocumento: '012345678',
    nombre: 'Persona Ficticia de Prueba',
    telefono: '77770000',
    correo: 'cliente@ejemplo.com.sv',
  },
  motivo: {
    tipoAnulacion: 2,
    motivoAnulacion: 'La venta se deshizo',
    nombreResponsable: 'Responsable Ficticia',
    tipDocResponsable: '13',
    numDocResponsable: '01234567-8',
    nombreSolicita: 'Solicitante Ficticio',
    tipDocSolicita: '36',
    numDocSolicita: '06149999993030',
  },
};

/** An invalidation of a rescinded factura, first generation. */
export function validInvalidacionV2(): Draft {
  const event = structuredClone(shared);
  return withValues(event, {
    'identificacion.version': 2,
    'identificacion.fecAnula': '2026-11-20',
    'identificacion.horAnula': '12:00:00',
    'documento.montoIva': 3.18,
    'emisor.tipoEstablecimiento': '02',
    'emisor.nomEstablecimiento': 'Tienda Ejemplo',
    'documento.numDocumento': '01234567-8',
  });
}

/** The same for the generation of 2026. */
export function validInvalidacionV3(): Draft {
  return withValues(structuredClone(shared), {
    'identificacion.version': 3,
    'identificacion.fecEmi': '2026-11-20',
    'identificacion.horEmi': '12:00:00',
    'identificacion.fusion': null,
  });
}

/** A document that was stamped, and its seal. */
export interface Stamped {
  readonly document: Draft;
  readonly sello: unknown;
}

/** An invalidation of 2026 of a stamped document, under a fresh code. */
export function invalidationOf(
  { document, sello }: Stamped,
  changes: Readonly<Record<string, unknown>> = {},
): Draft {
  const of = (key: string) => valueAt(document, `identificacion.${key}`);
  return withValues(validInvalidacionV3(), {
    'identificacion.codigoGeneracion': randomUUID().toUpperCase(),
    'identificacion.fecEmi': of('fecEmi'),
    'documento.tipoDte': of('tipoDte'),
    'documento.codigoGeneracion': of('codigoGeneracion'),
    'documento.numeroControl': of('numeroControl'),
    'documento.fecEmi': of('fecEmi'),
    'documento.selloRecibido': sello,
    'documento.tipoDocumento': null,
    'documento.numDocumento': null,
    'documento.nombre': null,
    'documento.telefono': null,
    'documento.correo': null,
    ...changes,
  });
}

/** What is posted to the service of invalidation. */
export function invalidationEnvelope(event: Draft, key: TestKey): Draft {
  const version = valueAt(event, 'identificacion.version');
  return { ambiente: '00', idEnvio: 1, version, documento: signDocument(event, key) };
}

/** The date in El Salvador at an instant. */
export function localDay(instantMs: number): string {
  return localParts(instantMs).date;
}
