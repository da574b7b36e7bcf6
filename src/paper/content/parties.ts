import { typeNamed } from '../../core/dte/kinds.ts';
import { type Members, membersAt, textAt } from '../../core/dte/official-json.ts';
import { PRINTED_SALE } from '../../core/dte/types/printed.ts';
import { nitText, nrcText, personNumberText } from '../../core/identifiers/identity-numbers.ts';
import { addressText, entries, nameOf } from './names.ts';
import type { Issuer, Party } from './sheet.ts';

/** CAT-022: another document. */
const OTHER = '37';

/** The issuer; `date` is the day whose municipalities its address means. */
export function issuerOf(emisor: Members | null, date: string): Issuer {
  const labelled = (label: string, text: string | null) => (text === null ? null : `${label}: ${text}`);
  const lines = [
    [labelled('NIT', nitText(textAt(emisor, 'nit'))), labelled('NRC', nrcText(textAt(emisor, 'nrc')))],
    [labelled('Actividad económica', textAt(emisor, 'descActividad'))],
    [addressText(membersAt(emisor, 'direccion'), date)],
    [labelled('Teléfono', textAt(emisor, 'telefono')), labelled('Correo', textAt(emisor, 'correo'))],
    [
      labelled('Establecimiento', establishmentText(emisor)),
      labelled('Punto de venta', textAt(emisor, 'codPuntoVenta')),
    ],
  ];
  return {
    name: textAt(emisor, 'nombre') ?? '',
    tradeName: textAt(emisor, 'nombreComercial'),
    details: lines.map((line) => line.filter((part) => part !== null)).filter((line) => line.length > 0),
  };
}

function establishmentText(emisor: Members | null): string | null {
  const parts = [nameOf('CAT-009', textAt(emisor, 'tipoEstablecimiento')), textAt(emisor, 'codEstable')];
  const given = parts.filter((part) => part !== null);
  return given.length === 0 ? null : given.join(' ');
}

/** The receiver of any type: what a type or generation does not have stays out. */
export function receiverOf(document: Members, date: string): Party {
  const excluded = membersAt(document, 'sujetoExcluido');
  const receptor = excluded ?? membersAt(document, 'receptor');
  const type = typeNamed(textAt(membersAt(document, 'identificacion'), 'tipoDte') ?? '');
  const tipoDocumento = textAt(receptor, 'tipoDocumento');
  return {
    title: (type?.printed ?? PRINTED_SALE).receiver,
    name: textAt(receptor, 'nombre') ?? 'Consumidor Final',
    entries: entries(
      [documentLabel(tipoDocumento), personNumberText(tipoDocumento, textAt(receptor, 'numDocumento'))],
      ['NIT', nitText(textAt(receptor, 'nit'))],
      ['NRC', nrcText(textAt(receptor, 'nrc'))],
      ['Nombre comercial', textAt(receptor, 'nombreComercial')],
      ['Tipo de persona', nameOf('CAT-029', textAt(receptor, 'tipoPersona'))],
      ['Actividad económica', textAt(receptor, 'descActividad')],
      ['País de destino', textAt(receptor, 'nombrePais')],
      ['Dirección', addressText(membersAt(receptor, 'direccion'), date) ?? textAt(receptor, 'complemento')],
      ['Teléfono', textAt(receptor, 'telefono')],
      ['Correo', textAt(receptor, 'correo')],
    ),
  };
}

/** The identity line bears the name of its document: "Pasaporte: ...". */
export function documentLabel(tipoDocumento: string | null): string {
  if (tipoDocumento === null || tipoDocumento === OTHER) return 'Otro documento';
  return nameOf('CAT-022', tipoDocumento) ?? tipoDocumento;
}
