import { whenText } from '../core/calendar/day-text.ts';
import { mainAmountOf } from '../core/dte/main-amount.ts';
import { type Members, membersAt, textAt } from '../core/dte/official-json.ts';
import { titleOfType } from '../core/dte/titles.ts';
import { dollarsText } from '../core/money/amount-text.ts';
import type { Mail } from '../operations/deliveries/ports.ts';
import type { Fact } from './message.ts';

/** What a message is worded from. */
export type Worded = Pick<Mail, 'company' | 'record' | 'json' | 'rejection'> & {
  readonly taken: Pick<Mail['taken'], 'kind'>;
};

/** CAT-001. */
const TEST = '00';

/** What stands in front of the subject, and first in the text, of a document of the test environment. */
export function testMarkOf({ ambiente }: Mail['record']): {
  readonly prefix: string;
  readonly notes: readonly string[];
} {
  return ambiente === TEST
    ? { prefix: 'PRUEBAS: ', notes: ['PRUEBAS: documento sin valor tributario.'] }
    : { prefix: '', notes: [] };
}

/** Which document it is, in the words of the printed document. */
export function factsOf({ company, record }: Worded, document: Members): readonly Fact[] {
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
