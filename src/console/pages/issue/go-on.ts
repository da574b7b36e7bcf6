import { FACTURA } from '../../../core/dte/types/factura.ts';
import type { FormFields } from '../../../operations/forms/ports.ts';
import type { Question } from '../../answers.ts';
import { nextTurn } from '../../turns.ts';
import type { Asked } from './asked.ts';
import type { Desk, Typed } from './desk.ts';
import { examined } from './examine.ts';
import {
  catalogOf,
  compacted,
  firstFieldOf,
  isBlankLine,
  lineField,
  linesIn,
  withBlanksLast,
  withLines,
} from './form-body.ts';
import { questionsOf, recalled, resolved } from './look-up.ts';
import { partyName } from './order-fields.ts';

/** The name of the button that issues, as a place for the cursor. */
export const ISSUE_BUTTON = 'emitir';
/** What the document comes to, as another. */
export const TOTALS = 'totales';

/** A form, and where the cursor goes in it. */
export interface Focused {
  readonly fields: FormFields;
  readonly focus: string;
}

/** A form that nobody has typed in yet. */
export function beginning(tipoDte: string): Focused {
  const isBare = tipoDte === FACTURA.code;
  return {
    fields: withNewLine({}),
    focus: isBare ? lineField(0, 'description') : `${partyName(tipoDte)}.name`,
  };
}

/** The form after what a button asked for, with what was typed looked up. */
export async function afterAsked(desk: Desk, before: Typed, asked: Asked): Promise<Focused> {
  const changed = withBlanksLast(await applied(desk, before, asked));
  await nextTurn();
  const fields = await resolved(desk, { ...before, fields: changed });
  const typed = { ...before, fields };
  const count = linesIn(fields).length;
  switch (asked.kind) {
    case 'calculate': {
      const [first] = (await examined(desk, typed)).problems;
      return { fields, focus: first === undefined ? TOTALS : firstFieldOf(first.path) };
    }
    case 'add_line':
      return onBlankLine(fields);
    case 'remove_line': {
      const index = Math.max(0, Math.min(asked.index, count - 1));
      return { fields: count === 0 ? withNewLine(fields) : fields, focus: lineField(index, 'description') };
    }
    default:
      return goOn(desk, typed, asked.kind === 'go_on' && endsBlank(before.fields));
  }
}

async function applied(desk: Desk, typed: Typed, asked: Asked): Promise<FormFields> {
  const { fields } = typed;
  switch (asked.kind) {
    case 'remove_line':
      return withLines(
        fields,
        linesIn(fields).filter((index) => index !== asked.index),
      );
    case 'recall':
      return recalled(desk, typed, asked);
    case 'choose':
      return catalogOf(asked.field) === null ? fields : { ...fields, [asked.field]: asked.label };
    default:
      return fields;
  }
}

/** A line more to be filled in, or the one that waits for it. */
function onBlankLine(fields: FormFields): Focused {
  const lines = linesIn(fields);
  const waiting = lines.find((index) => isBlankLine(fields, index));
  return {
    fields: waiting === undefined ? withNewLine(fields) : fields,
    focus: lineField(waiting ?? lines.length, 'description'),
  };
}

/** A line more, one of which is sold. */
function withNewLine(fields: FormFields): FormFields {
  return { ...fields, [lineField(linesIn(fields).length, 'quantity')]: '1' };
}

/** Whether somebody pressed Enter in a line more, because there is nothing more to sell. */
function endsBlank(fields: FormFields): boolean {
  const last = linesIn(fields).length - 1;
  return last > 0 && isBlankLine(fields, last);
}

/** To what is to be decided first, then to what is missing, then to another line, and at last to the button that issues. */
async function goOn(desk: Desk, typed: Typed, isAtEnd: boolean): Promise<Focused> {
  const { fields, tipoDte } = typed;
  const question = (await questionsOf(desk, typed)).find((one) => mustBeAnswered(one, tipoDte));
  if (question !== undefined) return { fields, focus: question.field };
  const { problems } = await examined(desk, typed);
  const missing = problems.find(({ path }) => path !== 'lines');
  if (missing !== undefined) return { fields, focus: missing.path };
  return isAtEnd ? { fields: compacted(fields), focus: ISSUE_BUTTON } : onBlankLine(fields);
}

/** The buyer of a factura may have a bare name, and a line may be of a product that was never sold. */
function mustBeAnswered({ field }: Question, tipoDte: string): boolean {
  if (field.startsWith('lines[') && field.endsWith('.description')) return false;
  return tipoDte !== FACTURA.code || catalogOf(field) !== null;
}
