import { randomUUID } from 'node:crypto';
import type { Contingencies } from '../../../simulator/state/contingencies.ts';
import { valueAt, withValues } from './edit.ts';
import { type Draft, TEST_NIT } from './facturas.ts';
import { freshFactura } from './rehearsal.ts';
import { signDocument, type TestKey } from './signing.ts';

/** Events that list every document and last for ever. */
export const COVERED: Pick<Contingencies, 'covering'> = {
  covering: () => ({
    codigoGeneracion: 'EVENT',
    startMs: Number.NEGATIVE_INFINITY,
    endMs: Number.POSITIVE_INFINITY,
    sealedAtMs: Number.POSITIVE_INFINITY,
  }),
};

const CODES = ['0A1B2C3D-4E5F-4071-8293-A4B5C6D7E8F9', '1A1B2C3D-4E5F-4071-8293-A4B5C6D7E8F9'];

const emisor = {
  nit: TEST_NIT,
  nombre: 'Comercial Ejemplo, S.A. de C.V.',
  nombreResponsable: 'Responsable Ficticia',
  tipoDocResponsable: '13',
  numeroDocResponsable: '01234567-8',
  tipoEstablecimiento: '02',
  codEstableMH: 'M001',
  telefono: '22220000',
  correo: 'facturas@ejemplo.com.sv',
};

function parts(): Draft {
  return structuredClone({
    identificacion: {
      ambiente: '00',
      codigoGeneracion: '7B1C0A52-3D4E-4F60-8A7B-9C0D1E2F3A4B',
      fTransmision: '2026-11-20',
      hTransmision: '12:00:00',
    },
    detalleDTE: CODES.map((codigoGeneracion, index) => ({
      noItem: index + 1,
      codigoGeneracion,
      tipoDoc: index === 0 ? '01' : '03',
    })),
    motivo: {
      fInicio: '2026-11-20',
      hInicio: '08:00:00',
      fFin: '2026-11-20',
      hFin: '11:00:00',
      tipoContingencia: 1,
      motivoContingencia: null,
    },
  });
}

/** A contingency event of 20 November 2026, noon, that the authority accepts; first generation. */
export function validContingenciaV3(): Draft {
  const event = { ...parts(), emisor: { ...emisor, codPuntoVenta: 'P001' } };
  return withValues(event, { 'identificacion.version': 3 });
}

/** The same for the generation of 2026. */
export function validContingenciaV4(): Draft {
  const event = { ...parts(), emisor: { ...emisor, codPuntoVentaMH: 'P001' } };
  return withValues(event, { 'identificacion.version': 4 });
}

const HOUR_MS = 3_600_000;

/** Date and time in El Salvador. */
export function localParts(instantMs: number): { readonly date: string; readonly time: string } {
  const iso = new Date(instantMs - 6 * HOUR_MS).toISOString();
  return { date: iso.slice(0, 10), time: iso.slice(11, 19) };
}

/** A document that was issued in contingency at an instant. */
export function contingentFactura(issuedMs: number, changes: Readonly<Record<string, unknown>> = {}): Draft {
  const { date, time } = localParts(issuedMs);
  return freshFactura({
    'identificacion.tipoModelo': 2,
    'identificacion.tipoOperacion': 2,
    'identificacion.tipoContingencia': 1,
    'identificacion.fecEmi': date,
    'identificacion.horEmi': time,
    ...changes,
  });
}

/** When a contingency was and when it is reported, in milliseconds since the epoch. */
export interface EventTimes {
  readonly startMs: number;
  readonly endMs: number;
  readonly sentMs: number;
}

/** An event of the generation of 2026 that lists the documents. */
export function eventOver(documents: readonly Draft[], { startMs, endMs, sentMs }: EventTimes): Draft {
  const [start, end, sent] = [localParts(startMs), localParts(endMs), localParts(sentMs)];
  return withValues(validContingenciaV4(), {
    'identificacion.codigoGeneracion': randomUUID().toUpperCase(),
    'identificacion.fTransmision': sent.date,
    'identificacion.hTransmision': sent.time,
    'motivo.fInicio': start.date,
    'motivo.hInicio': start.time,
    'motivo.fFin': end.date,
    'motivo.hFin': end.time,
    detalleDTE: documents.map((document, index) => ({
      noItem: index + 1,
      tipoDoc: valueAt(document, 'identificacion.tipoDte'),
      codigoGeneracion: valueAt(document, 'identificacion.codigoGeneracion'),
    })),
  });
}

/** What is posted to the reception of lotes. */
export function loteFor(documents: readonly Draft[], key: TestKey): Draft {
  return {
    ambiente: '00',
    idEnvio: randomUUID().toUpperCase(),
    version: 3,
    nitEmisor: TEST_NIT,
    documentos: documents.map((document) => signDocument(document, key)),
  };
}

/** What is posted to the service of contingency. */
export function contingencyEnvelope(event: Draft, key: TestKey): Draft {
  return { nit: TEST_NIT, documento: signDocument(event, key) };
}
