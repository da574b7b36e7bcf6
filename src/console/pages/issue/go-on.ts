import { FACTURA } from '../../../core/dte/types/factura.ts';
import type { IssuingCompany } from '../../../operations/documents/issuing-context.ts';
import type { PreviewContext } from '../../../operations/documents/preview-document.ts';
import type { FormFields } from '../../../operations/forms/ports.ts';
import type { RecallContext } from '../../../operations/remembered/recall.ts';
import type { Question } from '../../answers.ts';
import type { Asked } from './asked.ts';
import { catalogOf } from './catalog-fields.ts';
import { examined } from './examine.ts';
import { compacted, isBlankLine, lineCount, lineField, withBlanksLast, withLines } from './form-body.ts';
import { questionsOf, recalled, resolved, type Typed } from './look-up.ts';
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
export async function afterAsked(
  context: RecallContext & PreviewContext,
  issuer: IssuingCompany,
  { typed, asked }: { readonly typed: Typed; readonly asked: Asked },
): Promise<Focused> {
  const changed = withBlanksLast(await applied(context, issuer, { typed, asked }));
  const fields = await resolved(context, issuer, { ...typed, fields: changed });
  const count = lineCount(fields);
  switch (asked.kind) {
    case 'calculate':
      return { fields, focus: (await placeOfWrong(context, issuer, { ...typed, fields })) ?? TOTALS };
    case 'add_line':
      return onBlankLine(fields);
    case 'remove_line': {
      const index = Math.max(0, Math.min(asked.index, count - 1));
      return { fields: count === 0 ? withNewLine(fields) : fields, focus: lineField(index, 'description') };
    }
    default: {
      const isAtEnd = asked.kind === 'go_on' && endsBlank(typed.fields);
      return goOn(context, issuer, { typed: { ...typed, fields }, isAtEnd });
    }
  }
}

async function applied(
  context: RecallContext,
  issuer: IssuingCompany,
  { typed, asked }: { readonly typed: Typed; readonly asked: Asked },
): Promise<FormFields> {
  const { fields } = typed;
  switch (asked.kind) {
    case 'remove_line': {
      const all = Array.from({ length: lineCount(fields) }, (_, index) => index);
      return withLines(
        fields,
        all.filter((index) => index !== asked.index),
      );
    }
    case 'recall':
      return recalled(context, issuer, { typed, recall: asked });
    case 'choose':
      return catalogOf(asked.field) === null ? fields : { ...fields, [asked.field]: asked.label };
    default:
      return fields;
  }
}

/** A line more to be filled in, or the one that waits for it. */
function onBlankLine(fields: FormFields): Focused {
  const count = lineCount(fields);
  const waiting = Array.from({ length: count }, (_, index) => index).find((index) =>
    isBlankLine(fields, index),
  );
  return waiting === undefined
    ? { fields: withNewLine(fields), focus: lineField(count, 'description') }
    : { fields, focus: lineField(waiting, 'description') };
}

/** A line more, one of which is sold. */
function withNewLine(fields: FormFields): FormFields {
  return { ...fields, [lineField(lineCount(fields), 'quantity')]: '1' };
}

/** Whether somebody pressed Enter in a line more, because there is nothing more to sell. */
function endsBlank(fields: FormFields): boolean {
  const count = lineCount(fields);
  return count > 1 && isBlankLine(fields, count - 1);
}

/** To what is to be decided first, then to what is missing, then to another line, and at last to the button that issues. */
async function goOn(
  context: RecallContext & PreviewContext,
  issuer: IssuingCompany,
  { typed, isAtEnd }: { readonly typed: Typed; readonly isAtEnd: boolean },
): Promise<Focused> {
  const { fields, tipoDte } = typed;
  const question = (await questionsOf(context, issuer, typed)).find((one) => mustBeAnswered(one, tipoDte));
  if (question !== undefined) return { fields, focus: question.field };
  const { problems } = await examined(context, issuer, typed);
  const missing = problems.find(({ path }) => path !== 'lines');
  if (missing !== undefined) return { fields, focus: missing.path };
  return isAtEnd ? { fields: compacted(fields), focus: ISSUE_BUTTON } : onBlankLine(fields);
}

/** The first field that is wrong; null where none is. */
async function placeOfWrong(
  context: PreviewContext,
  issuer: IssuingCompany,
  typed: Typed,
): Promise<string | null> {
  const [first] = (await examined(context, issuer, typed)).problems;
  if (first === undefined) return null;
  return first.path === 'lines' ? lineField(0, 'description') : first.path;
}

/** The buyer of a factura may have a bare name, and a line may be of a product that was never sold. */
function mustBeAnswered({ field }: Question, tipoDte: string): boolean {
  if (field.startsWith('lines[') && field.endsWith('.description')) return false;
  return tipoDte !== FACTURA.code || catalogOf(field) !== null;
}
