import { dayText, whenText } from '../../core/calendar/day-text.ts';
import { type Members, membersAt, readOfficial, textAt } from '../../core/dte/official-json.ts';
import { nitText, personNumberText } from '../../core/identifiers/identity-numbers.ts';
import { amountText } from '../../core/money/amount-text.ts';
import type { PaperOrder } from '../../operations/files/ports.ts';
import { block } from './blocks.ts';
import { instantOf, isTest, NO_CODES, queryAddress } from './identity.ts';
import { PREVIEW_MARK } from './mark.ts';
import { entries, nameOf } from './names.ts';
import { documentLabel, issuerOf } from './parties.ts';
import type { Block, Codes, Entry, EventSheet } from './sheet.ts';

/**
 * What the paper of an evento de invalidación says (anulacion-schema-v2, invalidacion-schema-v3). One that is looked at
 * before anything is sent has neither code nor seal.
 */
export function eventSheetOf({
  signedFile,
  isPreview,
}: Pick<PaperOrder, 'signedFile' | 'isPreview'>): EventSheet {
  const event = readOfficial(signedFile);
  const identificacion = membersAt(event, 'identificacion');
  const documento = membersAt(event, 'documento');
  const date = textAt(identificacion, 'fecAnula') ?? textAt(identificacion, 'fecEmi');
  const time = textAt(identificacion, 'horAnula') ?? textAt(identificacion, 'horEmi');
  return {
    kind: 'EVENTO DE DOCUMENTO TRIBUTARIO ELECTRÓNICO',
    title: 'Invalidación',
    version: textAt(identificacion, 'version') ?? '',
    isTest: isTest(identificacion),
    codes: isPreview ? { ...NO_CODES, numeroControl: null } : eventCodes(event, identificacion),
    facts: entries(
      ['Fecha y hora del evento', whenText(date, time)],
      ['NIT de la sociedad fusionada', nitText(textAt(identificacion, 'fusion'))],
    ),
    query: isPreview ? null : queryAddress(textAt(identificacion, 'ambiente'), documento),
    issuedMs: instantOf(date, time),
    mark: isPreview ? PREVIEW_MARK : { kind: 'none' },
    issuer: issuerOf(membersAt(event, 'emisor'), date ?? ''),
    blocks: [
      ...block('Documento invalidado', [documentRow(documento)]),
      ...block('Receptor', [receiverRow(documento)]),
      ...motivoBlocks(membersAt(event, 'motivo')),
    ],
  };
}

function eventCodes(event: Members, identificacion: Members | null): Codes {
  const sello = textAt(event, 'selloRecibido');
  return {
    codigoGeneracion: textAt(identificacion, 'codigoGeneracion') ?? '',
    numeroControl: null,
    sello: sello ?? 'Registrado por el Ministerio de Hacienda',
    isSealed: sello !== null,
  };
}

function documentRow(documento: Members | null): readonly Entry[] {
  const montoIva = textAt(documento, 'montoIva');
  return entries(
    ['Tipo de documento', nameOf('CAT-002', textAt(documento, 'tipoDte'))],
    ['Código de generación', textAt(documento, 'codigoGeneracion')],
    ['Número de control', textAt(documento, 'numeroControl')],
    ['Sello de recepción', textAt(documento, 'selloRecibido')],
    ['Fecha de emisión', dayText(textAt(documento, 'fecEmi'))],
    ['Monto de IVA', montoIva === null ? null : amountText(montoIva)],
    ['Documento que lo reemplaza', textAt(documento, 'codigoGeneracionR')],
  );
}

function receiverRow(documento: Members | null): readonly Entry[] {
  return entries(
    ['Nombre', textAt(documento, 'nombre')],
    personRow(textAt(documento, 'tipoDocumento'), textAt(documento, 'numDocumento')),
    ['Teléfono', textAt(documento, 'telefono')],
    ['Correo', textAt(documento, 'correo')],
  );
}

function motivoBlocks(motivo: Members | null): readonly Block[] {
  const cause = entries(
    ['Tipo de invalidación', nameOf('CAT-024', textAt(motivo, 'tipoAnulacion'))],
    ['Motivo', textAt(motivo, 'motivoAnulacion')],
  );
  const person = (name: string, type: string, number: string) =>
    entries(['Nombre', textAt(motivo, name)], personRow(textAt(motivo, type), textAt(motivo, number)));
  return [
    ...block('Motivo', [cause]),
    ...block('Responsable', [person('nombreResponsable', 'tipDocResponsable', 'numDocResponsable')]),
    ...block('Solicitante', [person('nombreSolicita', 'tipDocSolicita', 'numDocSolicita')]),
  ];
}

function personRow(tipoDocumento: string | null, number: string | null) {
  return [documentLabel(tipoDocumento), personNumberText(tipoDocumento, number)] as const;
}
