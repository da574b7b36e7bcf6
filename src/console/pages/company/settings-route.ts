import type { Company } from '../../../core/company/company.ts';
import type { Problem } from '../../../core/refusals/problem.ts';
import { readCompanyFile } from '../../../schema/read-company-file.ts';
import { catalogQuestions, isLookUp } from '../../answers.ts';
import { alertOf, choiceField, firstButton, textField } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { companyLayout, csrfField } from '../../layout.ts';
import type { Page } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { catalogLists } from '../../suggesting.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { keepReading } from './places-route.ts';
import {
  fileWithSettings,
  PEOPLE,
  SALES,
  type Setting,
  type SettingsPage,
  type SettingValues,
  settingsIn,
  settingsTypedIn,
  settingValuesOf,
} from './settings.ts';

/** `/app/e/:slug/empresa/responsables` and `/empresa/ventas`: what documents and events carry that say nothing else. */
export function registerSettings(register: (page: Page<CompanyVisit>) => void, parts: ConsoleParts): void {
  for (const page of [PEOPLE, SALES]) registerSettingsPage(register, parts, page);
}

function registerSettingsPage(
  register: (page: Page<CompanyVisit>) => void,
  parts: ConsoleParts,
  page: SettingsPage,
): void {
  const show = async (visit: CompanyVisit, shown: Partial<Shown> = {}) => {
    const { company } = await parts.own.company.file(visit.companyId);
    const values = shown.values ?? settingValuesOf(page, company);
    return settingsPage(visit, page, { company, values, problems: shown.problems ?? [] });
  };
  register({
    path: page.path,
    get: (visit) => show(visit),
    refill: (visit) => show(visit, { values: settingsTypedIn(page, visit.form) }),
    async post(visit, reply) {
      const values = settingsTypedIn(page, visit.form);
      if (isLookUp(visit.form)) return show(visit, { values });
      const before = await parts.own.company.file(visit.companyId);
      const reading = readCompanyFile(fileWithSettings(page, before.company, values));
      const problems = await keepReading(parts, visit, { before, reading, what: page.what });
      if (problems.length === 0) return reply.redirect(addressIn(visit, '/empresa?hecho=datos'), 303);
      reply.code(422);
      return show(visit, { values, problems });
    },
  });
}

interface Shown {
  readonly company: Company;
  readonly values: SettingValues;
  readonly problems: readonly Problem[];
}

function settingsPage(visit: CompanyVisit, page: SettingsPage, shown: Shown): Markup {
  const { problems } = shown;
  const settings = settingsIn(page);
  const others = problems.filter(({ path }) => settings.every((setting) => setting.path !== path));
  const said = others.map(({ path, message }) => `${path} ${message}`.trim()).join(' ');
  const groups = page.groups.map(
    ({ title, intro, settings: own }) =>
      html`<fieldset class="card"><legend>${title}</legend>${intro !== undefined && html`<p class="soft">${intro}</p>`}
<div class="fields">${own.map((setting) => settingField(setting, shown))}</div></fieldset>`,
  );
  const catalogs = settings.flatMap(({ catalog }) => catalog ?? []);
  const main = html`<main class="narrow" id="main">
<p><a href="${addressIn(visit, '/empresa')}">Empresa</a></p>
<h1>${page.title}</h1>
${alertOf(problems.length === 0 ? null : `No se guardó nada. ${said === '' ? 'Revise los campos marcados.' : said}`)}
<p class="soft">${page.intro}</p>
<form method="post" action="${addressIn(visit, page.path)}">${csrfField(visit.csrf)}${firstButton('Guardar')}
${groups}
<p class="actions"><button>Guardar</button><a href="${addressIn(visit, '/empresa')}">Volver</a></p></form>
${catalogLists(catalogs)}
</main>`;
  return companyLayout(visit, { title: page.title, body: main, active: 'company' });
}

function settingField(setting: Setting, { company, values, problems }: Shown): Markup {
  const { path, label, hint, options, catalog } = setting;
  const value = values[path] ?? '';
  const problem = problems.find((one) => one.path === path)?.message;
  if (options !== undefined) {
    const open = typeof options === 'function' ? options(company) : options;
    const shown = open.map(([one, words]) => ({ value: one, label: words }));
    // A choice may be left at what stands for nothing.
    const isRequired = open.every(([one]) => one !== '');
    return choiceField({ name: path, label, value, hint, problem, options: shown, isRequired });
  }
  const [question] = catalog === undefined ? [] : catalogQuestions(path, catalog, value);
  return textField({ name: path, label, value, hint, problem, catalog, question, isRequired: false });
}
