import type { InvalidationSettings, ResponsiblePerson } from '../../../core/company/company.ts';
import type { FormFields } from '../../../operations/forms/ports.ts';
import type { Fields } from '../../form.ts';

/** The fields of the form, by the names that the interface has for them. */
export const CANCEL_FIELDS = [
  'type',
  'reason',
  'responsible.name',
  'responsible.document_type',
  'responsible.document_number',
  'requester.name',
  'requester.document_type',
  'requester.document_number',
  'replacement_document_id',
  'other_replacement',
] as const;
export type CancelField = (typeof CANCEL_FIELDS)[number];

/** What somebody has typed; a field that was not posted is blank. */
export function typedIn(fields: Fields): FormFields {
  return Object.fromEntries(CANCEL_FIELDS.map((name) => [name, fields.one(name)]));
}

/** A form as its company would fill it in. */
export function usualForm(settings: InvalidationSettings): FormFields {
  return {
    type: String(settings.defaultType),
    reason: settings.defaultReason ?? '',
    ...personFields('responsible', settings.responsible),
    ...personFields('requester', settings.requester),
  };
}

function personFields(who: string, person: ResponsiblePerson | null): FormFields {
  if (person === null) return {};
  const { name, documentType, documentNumber } = person;
  return {
    [`${who}.name`]: name,
    [`${who}.document_type`]: documentType,
    [`${who}.document_number`]: documentNumber,
  };
}

/** What stands in a field; nothing where the company has nothing for it. */
export function textIn(form: FormFields, name: CancelField): string {
  return form[name] ?? '';
}

/** The document that takes the place of the cancelled one, by its identifier or reference; null for none. */
export function replacementIn(form: FormFields): string | null {
  if (textIn(form, 'type') === '2') return null;
  return textIn(form, 'other_replacement') || textIn(form, 'replacement_document_id') || null;
}

/** The body that the interface would be sent; what was left blank is the company's. */
export function bodyOf(form: FormFields): Readonly<Record<string, unknown>> {
  const person = (who: 'responsible' | 'requester') => {
    const [name, number] = [textIn(form, `${who}.name`), textIn(form, `${who}.document_number`)];
    if (name === '' && number === '') return null;
    return { name, document_type: textIn(form, `${who}.document_type`), document_number: number };
  };
  return {
    type: textIn(form, 'type') || null,
    reason: textIn(form, 'reason') || null,
    responsible: person('responsible'),
    requester: person('requester'),
    replacement_document_id: replacementIn(form),
  };
}
