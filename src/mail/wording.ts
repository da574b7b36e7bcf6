import { membersAt, readOfficial } from '../core/dte/official-json.ts';
import { titleOfType } from '../core/dte/titles.ts';
import { whyUnsealed } from '../core/dte/unsealed.ts';
import { factsOf, testMarkOf, type Worded } from './facts.ts';
import { type Wording, worded } from './message.ts';
import { rejectionWordingOf } from './rejection-wording.ts';

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
