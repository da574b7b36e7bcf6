import { whenText } from '../../core/calendar/day-text.ts';
import { localInstant } from '../../core/calendar/instant.ts';
import { type Members, textAt } from '../../core/dte/official-json.ts';
import { titleOfType } from '../../core/dte/titles.ts';
import { whyUnsealed } from '../../core/dte/unsealed.ts';
import { nitText } from '../../core/identifiers/identity-numbers.ts';
import { entries, nameOf } from './names.ts';
import type { Codes, Entry } from './sheet.ts';

/** CAT-003 and CAT-004 in the words of the Ministry's suggested models (Manual Funcional V2.0, section XXII). */
const MODELS: Readonly<Record<string, string>> = { '1': 'Previo', '2': 'Diferido' };
const TRANSMISSIONS: Readonly<Record<string, string>> = { '1': 'Normal', '2': 'Contingencia' };
/** CAT-001. */
const TEST = '00';

/** The public query; the same host answers for both environments (Manual Técnico, section 5). */
const QUERY = 'https://admin.factura.gob.sv/consultaPublica';

export function titleOf(identificacion: Members | null): string {
  return titleOfType(textAt(identificacion, 'tipoDte') ?? '');
}

export function isTest(identificacion: Members | null): boolean {
  return textAt(identificacion, 'ambiente') === TEST;
}

/** What the QR code carries: the public query of a document by its code and day. */
export function queryAddress(ambiente: string | null, document: Members | null): string {
  const codGen = textAt(document, 'codigoGeneracion') ?? '';
  return `${QUERY}?ambiente=${ambiente ?? ''}&codGen=${codGen}&fechaEmi=${textAt(document, 'fecEmi') ?? ''}`;
}

const REJECTED = 'Rechazado: sin sello de recepción';
const NONE_YET = 'Se asigna al emitir';

/** The codes of what has not been issued. */
export const NO_CODES: Codes = {
  codigoGeneracion: NONE_YET,
  numeroControl: NONE_YET,
  sello: 'Sin sello: vista previa',
  isSealed: false,
};

/** The codes of a document; `isRejected` says that the authority has refused it. */
export function codesOf(document: Members, identificacion: Members | null, isRejected: boolean): Codes {
  const sello = textAt(document, 'selloRecibido');
  return {
    codigoGeneracion: textAt(identificacion, 'codigoGeneracion') ?? '',
    numeroControl: textAt(identificacion, 'numeroControl') ?? '',
    sello: sello ?? (isRejected ? REJECTED : whyUnsealed(identificacion)),
    isSealed: sello !== null,
  };
}

/** Model, transmission and instant, and what a document of a formal contingency declares of it. */
export function factsOf(identificacion: Members | null): readonly Entry[] {
  const model = textAt(identificacion, 'tipoModelo') ?? '';
  const transmission = textAt(identificacion, 'tipoOperacion') ?? '';
  return entries(
    ['Modelo de facturación', MODELS[model] ?? model],
    ['Tipo de transmisión', TRANSMISSIONS[transmission] ?? transmission],
    [
      'Fecha y hora de generación',
      whenText(textAt(identificacion, 'fecEmi'), textAt(identificacion, 'horEmi')),
    ],
    ['Moneda', textAt(identificacion, 'tipoMoneda')],
    ['Tipo de contingencia', nameOf('CAT-005', textAt(identificacion, 'tipoContingencia'))],
    ['NIT de la sociedad fusionada', nitText(textAt(identificacion, 'fusion'))],
    // fe-fex-v1 misspells the name.
    [
      'Motivo de contingencia',
      textAt(identificacion, 'motivoContin') ?? textAt(identificacion, 'motivoContigencia'),
    ],
  );
}

/** The instant that a date and a time of El Salvador name, milliseconds since the epoch; its start where they name none. */
export function instantOf(date: string | null, time: string | null): number {
  return localInstant(date, time) ?? 0;
}
