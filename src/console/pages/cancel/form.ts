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

/** What stands in each field. */
export type CancelForm = Readonly<Record<CancelField, string>>;

/** What somebody has typed; a field that was not posted is blank. */
export function typedIn(fields: Fields): CancelForm {
  return formOf((name) => fields.one(name));
}

/** A form as its company would fill it in. */
export function usualForm({
  defaultType,
  defaultReason,
  responsible,
  requester,
}: InvalidationSettings): CancelForm {
  const usual: Readonly<Record<string, string>> = {
    type: String(defaultType),
    reason: defaultReason ?? '',
    ...personFields('responsible', responsible),
    ...personFields('requester', requester),
  };
  return formOf((name) => usual[name] ?? '');
}

function formOf(value: (name: CancelField) => string): CancelForm {
  return {
    type: value('type'),
    reason: value('reason'),
    'responsible.name': value('responsible.name'),
    'responsible.document_type': value('responsible.document_type'),
    'responsible.document_number': value('responsible.document_number'),
    'requester.name': value('requester.name'),
    'requester.document_type': value('requester.document_type'),
    'requester.document_number': value('requester.document_number'),
    replacement_document_id: value('replacement_document_id'),
    other_replacement: value('other_replacement'),
  };
}

function personFields(who: string, person: ResponsiblePerson | null): Readonly<Record<string, string>> {
  if (person === null) return {};
  const { name, documentType, documentNumber } = person;
  return {
    [`${who}.name`]: name,
    [`${who}.document_type`]: documentType,
    [`${who}.document_number`]: documentNumber,
  };
}

/** The body that the interface would be sent; what was left blank is the company's. */
export function bodyOf(form: CancelForm): Readonly<Record<string, unknown>> {
  const person = (who: 'responsible' | 'requester') => {
    const [name, number] = [form[`${who}.name`], form[`${who}.document_number`]];
    if (name === '' && number === '') return null;
    return { name, document_type: form[`${who}.document_type`], document_number: number };
  };
  const replacement = form.other_replacement === '' ? form.replacement_document_id : form.other_replacement;
  return {
    type: form.type === '' ? null : form.type,
    reason: form.reason === '' ? null : form.reason,
    responsible: person('responsible'),
    requester: person('requester'),
    replacement_document_id: form.type === '2' || replacement === '' ? null : replacement,
  };
}

/** The form as it was kept between its steps, so that no names stand in addresses. */
export function formKeptAs(fields: FormFields): CancelForm {
  return formOf((name) => fields[name] ?? '');
}
