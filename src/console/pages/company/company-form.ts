import type { Company } from '../../../core/company/company.ts';
import type { Problem } from '../../../core/refusals/refusal.ts';
import { changeOwnCompany } from '../../../operations/companies/change-own-company.ts';
import { doerOf } from '../../../operations/users/users-context.ts';
import { readCompanyFile } from '../../../schema/read-company-file.ts';
import { isLookUp } from '../../answers.ts';
import { alertOf } from '../../fields.ts';
import type { Fields } from '../../form.ts';
import { html, type Markup } from '../../html.ts';
import { type CompanyContent, companyLayout } from '../../layout.ts';
import type { CompanyPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';

/** A form by which a company changes what its file says; `Values` are what stands in its fields. */
interface Editing<Values> {
  /** Below the company's pages. */
  readonly path: string;
  /** What the record says was changed. */
  readonly what: string;
  readonly valuesOf: (company: Company) => Values;
  /** What was typed, with the entry of a catalog that was chosen in it. */
  readonly typedIn: (form: Fields) => Values;
  /** The company file with these values. */
  readonly fileWith: (company: Company, values: Values) => unknown;
  readonly page: (
    visit: CompanyVisit,
    shown: { readonly company: Company; readonly values: Values; readonly problems: readonly Problem[] },
  ) => Markup;
}

/** Shows such a form, looks up in it what its user asks for, and keeps it. */
export function editing<Values>(form: Editing<Values>): CompanyPage {
  const { path, what, valuesOf, typedIn, fileWith, page } = form;
  const again = async (parts: ConsoleParts, visit: CompanyVisit, problems: readonly Problem[] = []) => {
    const { company } = await parts.own.company.file(visit.companyId);
    return page(visit, { company, values: typedIn(visit.form), problems });
  };
  return {
    path,
    access: 'manage_company',
    async get(parts, visit) {
      const { company } = await parts.own.company.file(visit.companyId);
      return page(visit, { company, values: valuesOf(company), problems: [] });
    },
    refill: (parts, visit) => again(parts, visit),
    async post(parts, visit) {
      if (isLookUp(visit.form)) return again(parts, visit);
      const values = typedIn(visit.form);
      const problems = await changeCompany(parts, visit, what, (company) => fileWith(company, values));
      if (problems.length === 0) return addressIn(visit, '/empresa?hecho=datos');
      return { status: 422, page: await again(parts, visit, problems) };
    },
  };
}

export const OVERTAKEN = 'Alguien más cambió la empresa mientras tanto: revise los datos y guarde otra vez.';

/** Changes the company to what its file says with a change; what is wrong otherwise. */
export async function changeCompany(
  { own, users, clock }: ConsoleParts,
  { session, origin, companyId }: CompanyVisit,
  what: string,
  fileOf: (company: Company) => unknown,
): Promise<readonly Problem[]> {
  const before = await own.company.file(companyId);
  const reading = readCompanyFile(fileOf(before.company));
  if (reading.kind === 'problems') return reading.problems;
  const context = { ownCompany: own.company, deeds: users.deeds, vault: own.vault, now: clock.now };
  const change = { before, after: reading.company, what };
  const outcome = await changeOwnCompany(context, { by: doerOf(session, origin), companyId }, change);
  if (outcome.kind === 'problems') return outcome.problems;
  return outcome.kind === 'changed' ? [] : [{ path: '', message: OVERTAKEN }];
}

/** A page of the company's own data, below that of its steps. */
export function belowCompany(
  visit: CompanyVisit,
  content: Pick<CompanyContent, 'title' | 'main' | 'body'>,
): Markup {
  return companyLayout(visit, { ...content, above: ['Empresa', '/empresa'], active: 'company' });
}

/** Says that nothing was kept, where anything is wrong: what no field shows, or that they do. */
export function notKept(problems: readonly Problem[], told: readonly string[]): Markup | null {
  const words = told.join(' ');
  return alertOf(
    problems.length === 0
      ? null
      : `No se guardó nada. ${words === '' ? 'Revise los campos marcados.' : words}`,
  );
}

/** What is wrong with what no field shows. */
export function toldWith({ path, message }: Problem): string {
  return `${path} ${message}`.trim();
}

/** The end of a form that is kept, or left. */
export function keepButton(visit: CompanyVisit): Markup {
  return html`<p class="actions"><button>Guardar</button><a href="${addressIn(visit, '/empresa')}">Volver</a></p></form>`;
}

/** The codes of a list, as people separate them. */
export function codesIn(text: string): readonly string[] {
  return text.split(/[\s,;]+/).filter((one) => one !== '');
}
