import {
  BrandingSchema,
  ClassRuleSchema,
  CompanyFileSchema,
  ContingencySchema,
  DeliverySchema,
  EstablishmentSchema,
  ExportDefaultsSchema,
  IncomeClassesSchema,
  InvalidationSchema,
  PersonSchema,
  PurchaseClassSchema,
  SaleClassSchema,
  SmtpSchema,
  WindowsSchema,
} from '../../src/schema/company-file.ts';
import { fieldsOf, propertyOf } from '../../src/schema/schema-reading.ts';

/** The tables of docs/company-file.md by the headings that they stand under. */
const TABLES = [
  ['Fields', CompanyFileSchema],
  ['`establishments[]`', EstablishmentSchema],
  ['`export_defaults`', ExportDefaultsSchema],
  ['`invalidation`', InvalidationSchema],
  ['`delivery`', DeliverySchema],
  ['`delivery.smtp`', SmtpSchema],
  ['`branding`', BrandingSchema],
  ['`windows`', WindowsSchema],
  ['`contingency`', ContingencySchema],
  ['`income_classes`', IncomeClassesSchema],
  ['`income_classes.sale`', SaleClassSchema],
  ['`income_classes.purchase`', PurchaseClassSchema],
  ['`income_classes.rules[]`', ClassRuleSchema],
  ['A person', PersonSchema],
] as const;

/** The page with its tables written anew from the schema that reads the file; the rest of it is written by hand. */
export function companyFilePage(page: string): string {
  return TABLES.reduce((text, [heading, schema]) => {
    const start = text.indexOf(`# ${heading}\n`);
    const table = /(?:^\|.*\n)+/m;
    if (start < 0 || !table.test(text.slice(start))) throw new Error(`no table under ${heading}`);
    return text.slice(0, start) + text.slice(start).replace(table, () => tableOf(schema));
  }, page);
}

function tableOf(schema: { readonly required?: readonly string[] }): string {
  const rows = fieldsOf(schema).map((name) => {
    const field = Object(propertyOf(schema, name));
    const isRequired = schema.required?.includes(name) === true;
    const needed = isRequired ? 'yes' : (field.needed ?? 'no');
    const absent = isRequired ? '' : (field.absent ?? 'none');
    return `| \`${name}\` | ${needed} | ${absent} | ${field.description} |`.replaceAll('|  |', '| |');
  });
  return ['| Field | Required | Default | Meaning |', '|---|---|---|---|', ...rows, ''].join('\n');
}
