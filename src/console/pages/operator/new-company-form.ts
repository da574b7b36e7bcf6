import { foldText } from '../../../catalogs/fold.ts';
import { TIPOS_DTE } from '../../../core/dte/kinds.ts';
import { parseCompanySlug } from '../../../core/identifiers/company-slug.ts';
import type { Problem } from '../../../core/refusals/problem.ts';
import { V2_DEADLINE } from '../../../operations/rehearsals/examine-generation.ts';
import { readCompanyFile } from '../../../schema/read-company-file.ts';
import { answerIn } from '../../answers.ts';
import type { Fields } from '../../form.ts';
import { type DataValues, dataInFile, dataTypedIn } from '../company/data-fields.ts';

/** The fields of a new company beside its data, by their names in the company file as far as they have one. */
export type OpeningValues = Readonly<
  Record<
    | 'company_id'
    | 'slug'
    | 'nit'
    | 'environment'
    | 'schema_generation'
    | 'series_mode'
    | 'code'
    | 'points_of_sale'
    | 'owner_name'
    | 'owner_email',
    string
  >
>;

export interface NewCompany {
  readonly data: DataValues;
  readonly opening: OpeningValues;
}

/** How a company passes from v1 to v2. */
export const GENERATIONS = [
  { value: 'deadline', label: 'v2 desde el 01/12/2026' },
  { value: 'v2', label: 'v2 desde la primera venta' },
  { value: 'v1', label: 'v1' },
] as const;

/** Under these the operator's pages have their own addresses. */
const RESERVED: readonly string[] = ['nueva'];
const LONGEST_SLUG = 63;

/** A form that nobody has typed in yet. */
export function freshCompany(companyId: string, today: string): NewCompany {
  const data = {
    name: '',
    trade_name: '',
    nrc: '',
    activity_code: '',
    phone: '',
    email: '',
    address: '',
    district: '',
  };
  const opening = {
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
  return { data, opening };
}

/** A form as it was typed, with the entry of a catalog that was chosen in it. */
export function newCompanyIn(form: Fields): NewCompany {
  const typed = dataTypedIn(form);
  const answer = answerIn(form);
  const data =
    answer === null || !(answer.field in typed) ? typed : { ...typed, [answer.field]: answer.label };
  return {
    data,
    opening: {
      company_id: form.one('company_id'),
      slug: form.one('slug'),
      nit: form.one('nit'),
      environment: form.one('environment'),
      schema_generation: form.one('schema_generation'),
      series_mode: form.one('series_mode'),
      code: form.one('code').toUpperCase(),
      points_of_sale: form.one('points_of_sale').toUpperCase(),
      owner_name: form.one('owner_name'),
      owner_email: form.one('owner_email'),
    },
  };
}

/** The company that a form describes, or what is wrong with it by the names of the form's fields. */
export function readNewCompany({ data, opening }: NewCompany): ReturnType<typeof readCompanyFile> {
  const slug = opening.slug === '' ? slugOf(data.trade_name || data.name) : opening.slug;
  const reading = readCompanyFile({
    ...dataInFile(data),
    slug,
    nit: opening.nit,
    environment: opening.environment,
    schema_generation: generationsFor(opening.schema_generation),
    series_mode: opening.series_mode,
    establishments: [
      {
        code: opening.code,
        points_of_sale: opening.points_of_sale.split(/[\s,;]+/).filter((one) => one !== ''),
      },
    ],
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
