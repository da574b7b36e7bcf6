import { dayText } from '../../../core/calendar/day-text.ts';
import { fiscalTime } from '../../../core/calendar/el-salvador-time.ts';
import { type TipoDte, typeOf } from '../../../core/dte/kinds.ts';
import { titleOfType } from '../../../core/dte/titles.ts';
import type { BookRow, PrintedSheet } from '../../listings/ports.ts';
import { spanOf, wasInvalidatedBy } from '../declared-documents.ts';
import { WHY_LEFT_OUT } from '../left-out.ts';
import type { DeclarationReader, StampedDocument } from '../ports.ts';
import type { BookScope } from './book-order.ts';
import { plainRow, printedSheet } from './printed-sheet.ts';

const BETWEEN_TAXPAYERS = {
  own: 'Invalidado: no suma en este libro ni en el anexo 1. Va en el archivo de anulados.',
  earlier:
    'Es de un mes anterior y se invalidó en este: sale del libro y del anexo 1 de su mes. Si ese mes ya se declaró, corresponde una declaración modificatoria.',
};

const TO_CONSUMERS = {
  own: 'Invalidado: no suma en este libro ni en el anexo 2. Va en el archivo de anulados.',
  earlier:
    'Es de un mes anterior y se invalidó en este: se resta aquí, en una fila con su fecha y montos negativos (Reglamento, art. 87). Revísela.',
};

const later = (date: string) =>
  `Se invalidó después, con fecha ${dayText(date)}: se queda en este mes y se resta en el de la invalidación (Reglamento, art. 87).`;

/** The documents of a book that were invalidated or have no seal, with what is to be done about each. */
export function setApart(
  reader: DeclarationReader,
  scope: BookScope,
  types: readonly TipoDte[],
): PrintedSheet {
  const { companyId, period, establishment } = scope;
  const span = spanOf(scope, types);
  const isBetween = types.every((tipoDte) => typeOf(tipoDte).isBetweenTaxpayers);
  const words = isBetween ? BETWEEN_TAXPAYERS : TO_CONSUMERS;
  const isMeant = (one: Pick<StampedDocument, 'establishment'>) =>
    establishment === null || one.establishment === establishment;
  async function* rows(): AsyncGenerator<BookRow> {
    for await (const one of reader.unstamped(companyId, span))
      if (isMeant(one)) yield apart(one, fiscalTime(one.issuedMs).fecEmi, WHY_LEFT_OUT[one.state]);
    for await (const one of reader.invalidated(companyId, span)) {
      const isOwn = isBetween || wasInvalidatedBy(one, period);
      if (isMeant(one)) yield apart(one, one.fecEmi, isOwn ? words.own : later(one.invalidatedOn ?? ''));
    }
    for await (const one of reader.invalidatedIn(companyId, span))
      if (isMeant(one)) yield apart(one, one.fecEmi, words.earlier);
  }
  return printedSheet({
    name: 'Aparte',
    columns: [
      ['Tipo', 'text', 30, 110],
      ['Número de control', 'code', 34, 122],
      ['Fecha', 'text', 12, 46],
      ['Qué pasa con él', 'text', 90, 454],
    ],
    remark: 'Documentos sin sello o invalidados, que se revisan antes de declarar.',
    whenEmpty: 'Ningún documento quedó aparte.',
    rows: rows(),
  });
}

function apart(
  { tipoDte, numeroControl }: Pick<StampedDocument, 'tipoDte' | 'numeroControl'>,
  day: string,
  why: string,
): BookRow {
  return plainRow([titleOfType(tipoDte), numeroControl, { day }, why]);
}
