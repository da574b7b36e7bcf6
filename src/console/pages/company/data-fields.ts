import { districtByCode } from '../../../catalogs/districts.ts';
import type { Company } from '../../../core/company/company.ts';
import { catalogQuestions } from '../../answers.ts';
import { entryNamed, labelIn } from '../../catalogs.ts';
import { type Field, textField } from '../../fields.ts';
import type { Fields } from '../../form.ts';
import type { Markup } from '../../html.ts';

/** The fields of a company's data, by their names in the company file. */
export type DataValues = Readonly<
  Record<'name' | 'trade_name' | 'nrc' | 'activity_code' | 'phone' | 'email' | 'address' | 'district', string>
>;

export function dataValuesOf(company: Company): DataValues {
  const { departamento, distrito, complemento } = company.address;
  const district = districtByCode(departamento, distrito)?.id ?? '';
  return {
    name: company.name,
    trade_name: company.tradeName ?? '',
    nrc: company.nrc,
    activity_code: labelIn('activity_code', company.activityCode),
    phone: company.phone,
    email: company.email,
    address: complemento,
    district: district === '' ? '' : labelIn('district', district),
  };
}

/** The catalogs behind these fields. */
export const DATA_CATALOGS = ['activity_code', 'district'] as const;

const DATA_FIELDS: readonly (Field & { readonly name: keyof DataValues })[] = [
  { name: 'name', label: 'Nombre o razón social', hint: 'Como está en el registro de IVA.' },
  { name: 'trade_name', label: 'Nombre comercial', isOptional: true },
  { name: 'nrc', label: 'NRC', inputmode: 'numeric' },
  {
    name: 'activity_code',
    label: 'Actividad económica',
    hint: 'Escriba una palabra que la nombre, como panadería, o su código.',
    catalog: 'activity_code',
  },
  { name: 'phone', label: 'Teléfono', type: 'tel', inputmode: 'tel' },
  { name: 'email', label: 'Correo', type: 'email', inputmode: 'email' },
  { name: 'address', label: 'Dirección' },
  { name: 'district', label: 'Distrito', hint: 'Escriba su nombre: Santa Tecla.', catalog: 'district' },
];

export function isDataField(name: string): boolean {
  return DATA_FIELDS.some((field) => field.name === name);
}

/** The fields with what is wrong with them, and with what the texts of catalogs may mean. */
export function dataFields(values: DataValues, problemOf: (name: string) => string | undefined): Markup[] {
  return DATA_FIELDS.map((field) => {
    const value = values[field.name];
    const [question] = field.catalog === undefined ? [] : catalogQuestions(field.name, field.catalog, value);
    return textField({ ...field, value, question, problem: problemOf(field.name) });
  });
}

/** The fields of a form, as they were typed. */
export function dataTypedIn(form: Fields): DataValues {
  return {
    name: form.one('name'),
    trade_name: form.one('trade_name'),
    nrc: form.one('nrc'),
    activity_code: form.one('activity_code'),
    phone: form.one('phone'),
    email: form.one('email'),
    address: form.one('address'),
    district: form.one('district'),
  };
}

/** The same in a company file; codes may stand before their words. */
export function dataInFile({ district, activity_code: activity, ...typed }: DataValues) {
  return {
    ...typed,
    trade_name: typed.trade_name === '' ? null : typed.trade_name,
    activity_code: entryNamed('activity_code', activity)?.code ?? activity,
    district: entryNamed('district', district)?.code ?? district,
  };
}
