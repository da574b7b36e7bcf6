import { dayText } from '../core/calendar/day-text.ts';
import { isTipoDte } from '../core/dte/kinds.ts';
import { flagIn } from '../core/json/flag.ts';
import { LISTED_STATES } from '../operations/listings/ports.ts';
import { STATE_WORDS, shortTitle } from './document-words.ts';
import type { Fields } from './form.ts';
import { fieldsOf } from './form.ts';

/** How each field of the search of documents is told, behind the days. */
const OTHERS: readonly (readonly [name: string, told: (value: string) => string])[] = [
  ['q', (text) => `búsqueda «${text}»`],
  ['doc_type', (types) => `tipo: ${listed(types, (one) => (isTipoDte(one) ? shortTitle(one) : one))}`],
  ['state', (states) => `estado: ${listed(states, stateWord)}`],
  ['amount_min', (amount) => `monto desde $${amount}`],
  ['amount_max', (amount) => `monto hasta $${amount}`],
  ['establishment', (code) => `establecimiento ${code}`],
  ['point_of_sale', (code) => `punto de venta ${code}`],
  ['external_ref', (reference) => `referencia ${reference}`],
  ['invalidated', (isSo) => (flagIn(isSo) ? 'solo anulados' : 'sin anulados')],
  ['contingency', (isSo) => (flagIn(isSo) ? 'solo emitidos en contingencia' : 'sin los de contingencia')],
];

/** The days of a search, in words: `del 01/11/2026 al 30/11/2026`. */
export function spanWords(asked: Fields): string {
  const [from, to] = [asked.one('from'), asked.one('to')];
  if (from === '' && to === '') return 'de todas las fechas';
  if (from === to) return `del ${dayText(from)}`;
  if (to === '') return `desde el ${dayText(from)}`;
  return from === '' ? `hasta el ${dayText(to)}` : `del ${dayText(from)} al ${dayText(to)}`;
}

/** What a search asks for besides its days; empty where it asks for nothing. */
export function filterWords(asked: Fields): readonly string[] {
  return OTHERS.flatMap(([name, told]) => {
    const value = asked.one(name);
    return value === '' ? [] : [told(value)];
  });
}

function listed(values: string, told: (value: string) => string): string {
  return values.split(',').map(told).join(', ');
}

function stateWord(value: string): string {
  const state = LISTED_STATES.find((one) => one === value);
  return state === undefined ? value : STATE_WORDS[state];
}

const FILES: Readonly<Record<string, string>> = {
  xlsx: 'en Excel',
  csv: 'en CSV',
  zip: 'en un ZIP con PDF y JSON',
};

/** What a user exported, as the record keeps it (`documentos.xlsx?from=…`): `documentos en Excel, del 01/11/2026 al 30/11/2026`. */
export function exportWords(subject: string): string {
  const [, kind = '', query = ''] = /^documentos\.(xlsx|csv|zip)(?:\?(.*))?$/s.exec(subject) ?? [];
  const file = FILES[kind];
  if (file === undefined) return subject;
  const asked = fieldsOf(query);
  return [`documentos ${file}`, spanWords(asked), ...filterWords(asked)].join(', ');
}
