import { dayText } from '../calendar/day-text.ts';
import type { DeclaredDocument } from './declared-document.ts';

/** Documents are electronic: class 4 of the manual's list. */
export const ELECTRONIC = '4';
/** What stands in columns of amounts that Sello never issues. */
export const NOTHING = '0.00';

/** `DD/MM/AAAA` of a date of a document. */
export function dayCell(date: string): string {
  return dayText(date);
}

/** Without hyphens. */
export function joined(identifier: string): string {
  return identifier.replaceAll('-', '');
}

/** How annexes name a document: resolución, serie and número. */
export function identityCells(document: DeclaredDocument) {
  return {
    resolucion: joined(document.numeroControl),
    serie: document.selloRecibido,
    numero: joined(document.codigoGeneracion),
  };
}

/** Whether a control number without its hyphens is of a type of document, which stands behind `DTE`. */
export function isOfType(controlNumber: string, tipoDte: string): boolean {
  return controlNumber.startsWith(`DTE${tipoDte}`);
}

/** An NRC as annexes write it: digits without leading zeros. */
export function nrcCell(nrc: string): string {
  return nrc.replace(/^0+(?=.)/, '');
}

/** A name as a cell can hold it: what would end the cell or quote it becomes a blank, and a question mark where nothing is left. */
export function nameCell(name: string): string {
  const cell = name
    .replace(/[;"'“”„‘’«»\r\n\t]+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return cell === '' && name !== '' ? '?' : cell;
}
