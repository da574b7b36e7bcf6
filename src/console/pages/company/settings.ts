import type { Company } from '../../../core/company/company.ts';
import { companyFileOf } from '../../../core/company/company-file-of.ts';
import type { Problem } from '../../../core/refusals/refusal.ts';
import type { FormFields } from '../../../operations/forms/ports.ts';
import { catalogQuestions, typedIn } from '../../answers.ts';
import { codeNamed, labelIn } from '../../catalogs.ts';
import { choiceField, firstButton, problemOf, textField } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { csrfField } from '../../layout.ts';
import type { CompanyPage } from '../../page.ts';
import { catalogLists } from '../../suggesting.ts';
import { addressIn } from '../../visit.ts';
import { belowCompany, editing, keepButton, notKept, toldWith } from './company-form.ts';
import { PEOPLE, SALES, type Setting, type SettingsPage } from './settings-fields.ts';

/** `/app/e/:slug/empresa/responsables` and `/empresa/ventas`: what documents and events carry that say nothing else. */
export const SETTINGS: readonly CompanyPage[] = [PEOPLE, SALES].map(settingsPage);

function settingsPage({ path, title, intro, what, groups }: SettingsPage): CompanyPage {
  const settings = groups.flatMap((group) => group.settings);
  const names = settings.map((setting) => setting.path);
  return editing<FormFields>({
    path,
    what,
    valuesOf: (company) => valuesOf(settings, company),
    typedIn: (form) => typedIn(form, names),
    fileWith: (company, values) => fileWith(settings, company, values),
    page(visit, shown) {
      const { problems } = shown;
      const others = problems.filter((problem) => !names.includes(problem.path));
      const fieldsets = groups.map(
        (group) =>
          html`<fieldset class="card"><legend>${group.title}</legend>${group.intro !== undefined && html`<p class="soft">${group.intro}</p>`}
<div class="fields">${group.settings.map((setting) => settingField(setting, shown))}</div></fieldset>`,
      );
      const body = html`${notKept(problems, others.map(toldWith))}
<p class="soft">${intro}</p>
<form method="post" action="${addressIn(visit, path)}">${csrfField(visit.csrf)}${firstButton('Guardar')}
${fieldsets}
${keepButton(visit)}
${catalogLists(settings.flatMap(({ catalog }) => catalog ?? []))}`;
      return belowCompany(visit, { title, main: 'narrow', body });
    },
  });
}

function settingField(
  { path, label, hint, options, catalog }: Setting,
  form: { readonly company: Company; readonly values: FormFields; readonly problems: readonly Problem[] },
): Markup {
  const { company, values, problems } = form;
  const value = values[path] ?? '';
  const field = { name: path, label, value, hint, problem: problemOf(problems, path) };
  if (options !== undefined) {
    const open = typeof options === 'function' ? options(company) : options;
    // A choice may be left at what stands for nothing.
    return choiceField({ ...field, options: open, isRequired: open.every(([one]) => one !== '') });
  }
  const [question] = catalog === undefined ? [] : catalogQuestions(path, catalog, value);
  return textField({ ...field, catalog, question, isRequired: false });
}

/** What the company file says in these places, as a form shows it. */
function valuesOf(settings: readonly Setting[], company: Company): FormFields {
  const file: unknown = companyFileOf(company);
  return Object.fromEntries(
    settings.map(({ path, catalog }) => {
      const value = path.split('.').reduce<unknown>((at, name) => Reflect.get(Object(at), name), file);
      const text = value === null || value === undefined ? '' : String(value);
      return [path, catalog === undefined || text === '' ? text : labelIn(catalog, text)];
    }),
  );
}

/** The company file with what was typed in these places; a person of whom nothing is said is nobody. */
function fileWith(settings: readonly Setting[], company: Company, values: FormFields): unknown {
  const file: Tree = structuredClone<Tree>(companyFileOf(company));
  for (const setting of settings) {
    const names = setting.path.split('.');
    const leaf = names.pop() ?? '';
    branchOf(file, names)[leaf] = meantBy(setting, values[setting.path] ?? '');
  }
  return withoutNobody(file);
}

/** An object of a company file. */
interface Tree {
  [name: string]: unknown;
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function branchOf(file: Tree, names: readonly string[]): Tree {
  return names.reduce((at, name) => {
    const there = at[name];
    if (isTree(there)) return there;
    const branch: Tree = {};
    at[name] = branch;
    return branch;
  }, file);
}

function meantBy({ is, catalog }: Setting, text: string): unknown {
  if (text === '') return null;
  if (is === 'boolean') return text === 'true';
  // What is no number is left for the schema to refuse.
  if (is === 'number') return /^\d{1,2}$/.test(text) ? Number(text) : text;
  return catalog === undefined ? text : codeNamed(catalog, text);
}

const PERSON_FIELDS = ['name', 'document_type', 'document_number'];

function withoutNobody(file: Tree): Tree {
  const isNobody = (value: unknown) =>
    isTree(value) && 'document_number' in value && PERSON_FIELDS.every((name) => value[name] === null);
  return Object.fromEntries(
    Object.entries(file).map(([name, value]) => [
      name,
      isNobody(value) ? null : isTree(value) ? withoutNobody(value) : value,
    ]),
  );
}
