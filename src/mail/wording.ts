import { catalogEntry } from '../catalogs/official-catalogs.ts';
import { toLocalIso } from '../core/calendar/el-salvador-time.ts';
import type { Mail } from '../operations/mail-ports.ts';

/** The words of a message. */
export interface Wording {
  readonly senderName: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

type Worded = Pick<Mail, 'company' | 'record'> & { readonly taken: Pick<Mail['taken'], 'kind'> };

/** CAT-001. */
const TEST = '00';
const TEST_MARK = 'PRUEBAS: documento sin valor tributario.';
const PENDING =
  'Este documento se emitió sin que el Ministerio de Hacienda respondiera y está pendiente de sello. Cuando lo reciba, le enviaremos un segundo correo con el documento sellado.';
const STAMPED = 'El Ministerio de Hacienda selló este documento.';

/** What a message says of its document: plain text, and the same as simple HTML. */
export function wordingOf({ company, record, taken }: Worded): Wording {
  const issuer = company.tradeName ?? company.name;
  const title = titleOf(record.tipoDte);
  const marks = record.ambiente === TEST ? [TEST_MARK] : [];
  const notes = [...marks, taken.kind === 'stamped' ? STAMPED : PENDING];
  const opening = `${issuer} le envía su ${title.toLowerCase()}. Adjuntos van el PDF y el documento electrónico (JSON).`;
  const facts = factsOf({ company, record, taken });
  const closing = `Si tiene preguntas, responda a este correo o escriba a ${company.email}.`;
  return {
    senderName: oneLine(issuer),
    subject: oneLine(subjectOf({ company, record, taken })),
    text: [
      ...[opening, ...notes, facts.map(([name, value]) => `${name}: ${value}`).join('\n'), closing],
    ].join('\n\n'),
    html: htmlOf({ opening, notes, facts, closing }),
  };
}

function titleOf(tipoDte: string): string {
  return catalogEntry('CAT-002', tipoDte)?.description ?? 'Documento';
}

function subjectOf({ record, taken, company }: Worded): string {
  const test = record.ambiente === TEST ? 'PRUEBAS: ' : '';
  const pending = taken.kind === 'contingency' ? ' (en contingencia, pendiente de sello)' : '';
  return `${test}${titleOf(record.tipoDte)} ${record.numeroControl} de ${company.name}${pending}`;
}

type Fact = readonly [name: string, value: string];

function factsOf({ company, record }: Worded): readonly Fact[] {
  const [day = '', time = ''] = toLocalIso(record.postedMs).split('T');
  const sello: readonly Fact[] =
    record.selloRecibido === null ? [] : [['Sello de recepción', record.selloRecibido]];
  return [
    ['Emisor', company.name],
    ['Documento', titleOf(record.tipoDte)],
    ['Número de control', record.numeroControl],
    ['Código de generación', record.codigoGeneracion],
    ...sello,
    ['Fecha y hora', `${day} ${time.slice(0, 8)}`],
    ['Total', `US$ ${record.summary.amountTotal}`],
  ];
}

interface Page {
  readonly opening: string;
  readonly notes: readonly string[];
  readonly facts: readonly Fact[];
  readonly closing: string;
}

function htmlOf({ opening, notes, facts, closing }: Page): string {
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
