import { whenText } from '../core/calendar/day-text.ts';
import { mainAmountOf } from '../core/dte/main-amount.ts';
import { type Members, membersAt, readOfficial, textAt } from '../core/dte/official-json.ts';
import { titleOfType } from '../core/dte/titles.ts';
import { whyUnsealed } from '../core/dte/unsealed.ts';
import { dollarsText } from '../core/money/amount-text.ts';
import type { Mail } from '../operations/deliveries/ports.ts';

/** The words of a message. */
export interface Wording {
  readonly senderName: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

type Worded = Pick<Mail, 'company' | 'record' | 'json'> & { readonly taken: Pick<Mail['taken'], 'kind'> };

/** CAT-001. */
const TEST = '00';
const TEST_MARK = 'PRUEBAS: documento sin valor tributario.';
/** No second message is promised: a retry may name another address. */
const PENDING =
  'El Ministerio de Hacienda todavía no lo ha sellado. El código QR del PDF lleva a la consulta pública del Ministerio, que mostrará el sello cuando lo haya.';
const STAMPED = 'El Ministerio de Hacienda selló este documento.';

/** What a message says of its document, in the words of its paper: plain text, and the same as simple HTML. */
export function wordingOf(mail: Worded): Wording {
  const { company, record } = mail;
  const document = readOfficial(mail.json);
  const waiting = mail.taken.kind === 'stamped' ? null : whyUnsealed(membersAt(document, 'identificacion'));
  const issuer = company.tradeName ?? company.name;
  const title = titleOfType(record.tipoDte);
  const marks = record.ambiente === TEST ? [TEST_MARK] : [];
  const notes = [...marks, waiting === null ? STAMPED : `${waiting}. ${PENDING}`];
  const opening = `${issuer} le envía su ${title.toLowerCase()}. Adjuntos van el PDF y el documento electrónico (JSON).`;
  const facts = factsOf(mail, document);
  const closing = `Si tiene preguntas, responda a este correo o escriba a ${company.email}.`;
  return {
    senderName: oneLine(issuer),
    subject: oneLine(subjectOf(mail, waiting)),
    text: [opening, ...notes, facts.map(([name, value]) => `${name}: ${value}`).join('\n'), closing].join(
      '\n\n',
    ),
    html: htmlOf({ opening, notes, facts, closing }),
  };
}

function subjectOf({ record, company }: Worded, waiting: string | null): string {
  const test = record.ambiente === TEST ? 'PRUEBAS: ' : '';
  const pending = waiting === null ? '' : ` (${waiting})`;
  return `${test}${titleOfType(record.tipoDte)} ${record.numeroControl} de ${company.name}${pending}`;
}

type Fact = readonly [name: string, value: string];

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

function htmlOf({
  opening,
  notes,
  facts,
  closing,
}: {
  readonly opening: string;
  readonly notes: readonly string[];
  readonly facts: readonly Fact[];
  readonly closing: string;
}): string {
  const rows = facts.map(
    ([name, value]) => `<tr><th align="left">${escaped(name)}</th><td>${escaped(value)}</td></tr>`,
  );
  return [
    '<!doctype html><html lang="es"><head><meta charset="utf-8"></head><body>',
    `<p>${escaped(opening)}</p>`,
    ...notes.map((note) => `<p><strong>${escaped(note)}</strong></p>`),
    `<table cellpadding="4">${rows.join('')}</table>`,
    `<p>${escaped(closing)}</p>`,
    '</body></html>',
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** No text of ours can begin another header. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
