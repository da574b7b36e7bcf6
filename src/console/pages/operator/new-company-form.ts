import { foldText } from '../../../catalogs/fold.ts';
import { TIPOS_DTE } from '../../../core/dte/kinds.ts';
import { parseCompanySlug } from '../../../core/identifiers/company-slug.ts';
import type { Problem } from '../../../core/refusals/refusal.ts';
import type { FormFields } from '../../../operations/forms/ports.ts';
import { V2_DEADLINE } from '../../../operations/rehearsals/examine-generation.ts';
import { type CompanyFileReading, readCompanyFile } from '../../../schema/read-company-file.ts';
import { typedIn } from '../../answers.ts';
import type { Fields } from '../../form.ts';
import { codesIn } from '../company/company-form.ts';
import { DATA_NAMES, dataInFile } from '../company/data.ts';

/** The fields of a new company beside its data, by their names in the company file as far as they have one. */
export const OPENING_NAMES = [
  'company_id',
  'slug',
  'nit',
  'environment',
  'schema_generation',
  'series_mode',
  'code',
  'points_of_sale',
  'owner_name',
  'owner_email',
] as const;

/** What stands in the fields of a new company. */
export type NewCompany = FormFields & Readonly<Record<(typeof OPENING_NAMES)[number], string>>;

/** Under these the operator's pages have their own addresses. */
const RESERVED: readonly string[] = ['nueva'];
const LONGEST_SLUG = 63;

/** A form that nobody has typed in yet. */
export function freshCompany(companyId: string, today: string): NewCompany {
  return {
    company_id: companyId,
    slug: '',
    nit: '',
    environment: '00',
    schema_generation: today < V2_DEADLINE ? 'deadline' : 'v2',
    series_mode: 'centralized',
    code: 'M001',
    points_of_sale: 'P001',
    owner_name: '',
    owner_email: '',
  };
}

/** A form as it was typed, with the entry of a catalog that was chosen in it. */
export function newCompanyIn(form: Fields): NewCompany {
  return {
    ...freshCompany('', ''),
    ...typedIn(form, [...DATA_NAMES, ...OPENING_NAMES]),
    code: form.one('code').toUpperCase(),
    points_of_sale: form.one('points_of_sale').toUpperCase(),
  };
}

/** The company that a form describes, or what is wrong with it by the names of the form's fields. */
export function readNewCompany(typed: NewCompany): CompanyFileReading {
  const { nit, environment, series_mode, schema_generation, code, points_of_sale } = typed;
  const slug = typed.slug || slugOf(typed['trade_name'] || (typed['name'] ?? ''));
  const reading = readCompanyFile({
    ...dataInFile(typed),
    slug,
    nit,
    environment,
    schema_generation: generationsFor(schema_generation),
    series_mode,
    establishments: [{ code, points_of_sale: codesIn(points_of_sale) }],
  });
  const reserved: readonly Problem[] = RESERVED.includes(slug)
    ? [{ path: 'slug', message: 'está reservado: elija otro.' }]
    : [];
  if (reading.kind === 'company' && reserved.length === 0) return reading;
  const problems = reading.kind === 'problems' ? reading.problems : [];
  return { kind: 'problems', problems: [...problems, ...reserved].map(ofField) };
}

/** A short name made of a long one; empty where nothing of it may stand there. */
export function slugOf(name: string): string {
  const words = foldText(name).replaceAll(/[^a-z0-9]+/g, '-');
  const slug = words.slice(0, LONGEST_SLUG).replaceAll(/^-+|-+$/g, '');
  return parseCompanySlug(slug) ?? '';
}

function generationsFor(chosen: string): unknown {
  if (chosen !== 'deadline') return chosen;
  const entries = [{ generation: 'v1' }, { generation: 'v2', from: V2_DEADLINE }];
  return Object.fromEntries(TIPOS_DTE.map((tipoDte) => [tipoDte, entries]));
}

/** The form asks for one establishment, whose fields have no place in a list. */
function ofField({ path, message }: Problem): Problem {
  const [, leaf = path] = /^establishments\[0\]\.(code|points_of_sale)/.exec(path) ?? [];
  return { path: leaf, message };
}
