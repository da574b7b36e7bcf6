import { dayText } from '../calendar/day-text.ts';
import * as column from './column-kinds.ts';
import type { DeclaredDocument } from './declared-document.ts';
import {
  asksForIncome,
  asksForPurchase,
  PURCHASE_CODES,
  type PurchaseClass,
  SALE_CODES,
  type SaleClass,
} from './income-codes.ts';
import type { Period } from './period.ts';
import { writtenText } from './written-text.ts';

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
export const IDENTITY_COLUMNS = {
  resolucion: column.controlNumber('Número de resolución'),
  serie: column.receptionStamp('Número de serie'),
  numero: column.generationCode('Número de documento'),
};

export function identityCells(document: DeclaredDocument) {
  return {
    resolucion: joined(document.numeroControl),
    serie: document.selloRecibido,
    numero: joined(document.codigoGeneracion),
  };
}

/** How a sale stands for the income tax. */
export const INCOME_COLUMNS = {
  operacion: column.incomeCode(SALE_CODES.operationType, asksForIncome),
  ingreso: column.incomeCode(SALE_CODES.incomeType, asksForIncome),
};

/** The cells of these columns, as a period asks for them. */
export function incomeCells({ operationType, incomeType }: SaleClass, period: Period) {
  const cell = (code: number) => (asksForIncome(period) ? String(code) : '0');
  return { operacion: cell(operationType), ingreso: cell(incomeType) };
}

/** How a purchase does. */
export const PURCHASE_COLUMNS = {
  operacion: column.incomeCode(PURCHASE_CODES.operationType, asksForPurchase),
  clasificacion: column.incomeCode(PURCHASE_CODES.classification, asksForPurchase),
  sector: column.incomeCode(PURCHASE_CODES.sector, asksForPurchase),
  tipo: column.incomeCode(PURCHASE_CODES.costType, asksForPurchase),
};

export function purchaseCells(
  { operationType, classification, sector, costType }: PurchaseClass,
  period: Period,
) {
  const cell = (code: number) => (asksForPurchase(period) ? String(code) : '0');
  return {
    operacion: cell(operationType),
    clasificacion: cell(classification),
    sector: cell(sector),
    tipo: cell(costType),
  };
}

/** An NRC as annexes write it: digits without leading zeros. */
export function nrcCell(nrc: string): string {
  return nrc.replace(/^0+(?=.)/, '');
}

/** A name as a cell can hold it, in either encoding: where nothing is left of it, the number that the row has of its bearer. */
export function nameCell(name: string, number: string): string {
  const cell = writtenText(name, 'windows-1252').replace(/ {2,}/g, ' ').trim();
  return writtenText(cell, 'plain').trim() === '' ? number : cell;
}
