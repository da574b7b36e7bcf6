import { whenText } from '../core/calendar/day-text.ts';
import { mainAmountOf } from '../core/dte/main-amount.ts';
import { type Members, membersAt, readOfficial, textAt } from '../core/dte/official-json.ts';
import { titleOfType } from '../core/dte/titles.ts';
import { whyUnsealed } from '../core/dte/unsealed.ts';
import type { Explanation } from '../core/explaining/explain.ts';
import { toldRejection } from '../core/explaining/told.ts';
import { dollarsText } from '../core/money/amount-text.ts';
import type { Mail } from '../operations/deliveries/ports.ts';
import { type Fact, type Wording, worded } from './message.ts';

/** What a message is worded from. */
type Worded = Pick<Mail, 'company' | 'record' | 'json' | 'rejection'> & {
  readonly taken: Pick<Mail['taken'], 'kind'>;
};

/** CAT-001. */
const TEST = '00';

/** What stands in front of the subject, and first in the text, of a document of the test environment. */
function testMarkOf({ ambiente }: Mail['record']): {
  readonly prefix: string;
  readonly notes: readonly string[];
} {
  return ambiente === TEST
    ? { prefix: 'PRUEBAS: ', notes: ['PRUEBAS: documento sin valor tributario.'] }
    : { prefix: '', notes: [] };
}

/** Which document it is, in the words of the printed document. */
function factsOf({ company, record }: Worded, document: Members): readonly Fact[] {
  const identificacion = membersAt(document, 'identificacion');
  const amount = mainAmountOf(membersAt(document, 'resumen'), record.tipoDte);
  const sello: readonly Fact[] =
    record.selloRecibido === null ? [] : [['Sello de recepción', record.selloRecibido]];
  return [
    ['Emisor', company.name],
    ['Documento', titleOfType(record.tipoDte)],
    ['Número de control', record.numeroControl],
    ['Código de generación', record.codigoGeneracion],
    ...sello,
    ['Fecha y hora', whenText(textAt(identificacion, 'fecEmi'), textAt(identificacion, 'horEmi'))],
    [amount.label, dollarsText(amount.digits)],
  ];
}

/** No second message is promised: a retry may name another address. */
const PENDING =
  'El Ministerio de Hacienda todavía no lo ha sellado. El código QR del PDF lleva a la consulta pública del Ministerio, que mostrará el sello cuando lo haya.';
const STAMPED = 'El Ministerio de Hacienda selló este documento.';

/** What a message says of its document, in the words of its paper: plain text, and the same as simple HTML. */
export function wordingOf(mail: Worded): Wording {
  const { company, record, rejection } = mail;
  if (rejection !== null) return rejectionWordingOf(mail, rejection);
  const document = readOfficial(mail.json);
  const waiting = mail.taken.kind === 'stamped' ? null : whyUnsealed(membersAt(document, 'identificacion'));
  const issuer = company.tradeName ?? company.name;
  const title = titleOfType(record.tipoDte);
  const { prefix, notes } = testMarkOf(record);
  const pending = waiting === null ? '' : ` (${waiting})`;
  return worded({
    senderName: issuer,
    subject: `${prefix}${title} ${record.numeroControl} de ${company.name}${pending}`,
    opening: `${issuer} le envía su ${title.toLowerCase()}. Adjuntos van el PDF y el documento electrónico (JSON).`,
    notes: [...notes, waiting === null ? STAMPED : `${waiting}. ${PENDING}`],
    tables: [factsOf(mail, document)],
    closing: `Si tiene preguntas, responda a este correo o escriba a ${company.email}.`,
  });
}

/** The status has those that no message has room for. */
const MOST_REASONS = 20;

/** What a message says to the issuer of a rejected document: which sale, why, and what to do. */
function rejectionWordingOf(mail: Worded, rejection: readonly Explanation[]): Wording {
  const { company, record } = mail;
  const title = titleOfType(record.tipoDte);
  const { prefix, notes } = testMarkOf(record);
  return worded({
    senderName: company.tradeName ?? company.name,
    subject: `${prefix}RECHAZADO por Hacienda: ${title} ${record.numeroControl} (referencia ${record.externalRef})`,
    opening: `El Ministerio de Hacienda rechazó este documento de ${company.name}: no tiene validez fiscal. Adjunto va el PDF, marcado RECHAZADO.`,
    notes: [...notes, adviceOnReference(rejection)],
    tables: [saleOf(mail, readOfficial(mail.json)), ...tablesOf(rejection)],
    closing:
      'Sello no avisa al cliente de un rechazo. La consulta del documento (GET /status) tiene los mismos motivos en explanation.',
  });
}

function adviceOnReference(rejection: readonly Explanation[]): string {
  return rejection.every(({ sameReference }) => sameReference)
    ? 'Se puede enviar de nuevo con la misma referencia, cuando se haya hecho lo que dice «Qué hacer».'
    : 'No se debe enviar de nuevo con la misma referencia: «Qué hacer» dice qué hacer en su lugar.';
}

function saleOf(mail: Worded, document: Members): readonly Fact[] {
  const { externalRef, summary } = mail.record;
  return [['Referencia', externalRef], ...factsOf(mail, document), ['A nombre de', summary.customerName]];
}

function tablesOf(rejection: readonly Explanation[]): readonly (readonly Fact[])[] {
  const { reasons, more } = toldRejection(rejection, MOST_REASONS);
  const tables = reasons.map(({ said, why, datum, field, value, remedy }) =>
    [said, why, datum, field, value, remedy].flatMap(([name, text]): Fact[] =>
      text === null ? [] : [[name, text]],
    ),
  );
  return more === null ? tables : [...tables, [more]];
}
