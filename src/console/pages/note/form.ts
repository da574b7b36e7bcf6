import type { OrderLine } from '../../../core/drafting/order.ts';
import { OTHER_UNIT } from '../../../core/drafting/priced-line.ts';
import type { DocumentId } from '../../../core/identifiers/document-id.ts';
import type { FormFields } from '../../../operations/forms/ports.ts';
import { amountTyped } from '../../amount-typed.ts';
import type { Fields } from '../../form.ts';

/** What somebody wants of a note on a CCF. */
export interface NoteForm {
  /** Made when the form was first shown, so that whatever is sent twice is issued once. */
  readonly externalRef: string;
  /** All of it, which adjusts the CCF in full; or some of its lines. */
  readonly isWhole: boolean;
  /** What was typed for each line of the CCF, in its order; blank for none of it. */
  readonly quantities: readonly string[];
  readonly observations: string;
}

export function quantityField(index: number): string {
  return `cantidad-${index}`;
}

/** What somebody has typed of a note on a CCF of so many lines. */
export function typedIn(fields: Fields, count: number): NoteForm {
  return formOf((name) => fields.one(name), count);
}

/** The form as it was kept between its steps. */
export function formKeptAs(fields: FormFields, count: number): NoteForm {
  return formOf((name) => fields[name] ?? '', count);
}

function formOf(value: (name: string) => string, count: number): NoteForm {
  return {
    externalRef: value('external_ref'),
    isWhole: value('modo') === 'todo',
    quantities: Array.from({ length: count }, (_, index) => value(quantityField(index))),
    observations: value('observations'),
  };
}

export function emptyForm(externalRef: string): NoteForm {
  return { externalRef, isWhole: false, quantities: [], observations: '' };
}

/** The fields of a form with their values, for the next step; those that are blank are left out. */
export function fieldsOf({ externalRef, isWhole, quantities, observations }: NoteForm) {
  const typed = quantities.map((quantity, index) => [quantityField(index), quantity] as const);
  const all = [
    ['external_ref', externalRef],
    ['modo', isWhole ? 'todo' : 'lineas'],
    ['observations', observations],
    ...typed,
  ] as const;
  return all.filter(([, value]) => value !== '');
}

/** The lines of the CCF that were chosen, by their place in it. */
export function chosenIn({ isWhole, quantities }: NoteForm): readonly number[] {
  return isWhole ? [] : [...quantities.keys()].filter((index) => (quantities[index] ?? '') !== '');
}

/** The body that the interface would be sent. */
export function bodyOf(
  form: NoteForm,
  documentId: DocumentId,
  lines: readonly OrderLine[],
): Readonly<Record<string, unknown>> {
  const { externalRef, isWhole, observations, quantities } = form;
  const common = {
    document_id: documentId,
    external_ref: externalRef,
    observations: observations === '' ? null : observations.replace(/\r\n?/g, '\n'),
  };
  if (isWhole) return { ...common, full_adjustment: true };
  const chosen = chosenIn(form).flatMap((index) => {
    const line = lines[index];
    return line === undefined ? [] : [{ ...lineBody(line, quantities[index] ?? ''), ccf_line: index + 1 }];
  });
  return { ...common, lines: chosen };
}

function lineBody(line: OrderLine, quantity: string): Readonly<Record<string, unknown>> {
  return {
    description: line.description,
    quantity: amountTyped(quantity),
    unit_price: line.unitPrice,
    discount_percentage: line.discountPercentage,
    code: line.code,
    // The CCF has it, be it that nobody chose it.
    unit: line.unit ?? OTHER_UNIT,
    item_type: line.itemType,
    sale_type: line.saleType,
  };
}
