import {
  type Campaign,
  FIRST_CAMPAIGN,
  NEEDING_TAXPAYERS,
  usualCampaign,
} from '../../../core/certifying/plan.ts';
import { type Count, progressOf } from '../../../core/certifying/progress.ts';
import { type TipoDte, typeOf } from '../../../core/dte/kinds.ts';
import { ownOf } from '../../../core/records/by-name.ts';
import type { CampaignStanding } from '../../../operations/certifying/campaign-runner.ts';
import { issuerOf } from '../../desk.ts';
import { explanationsOf } from '../../explanations.ts';
import { alertOf, doneOf } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { csrfField } from '../../layout.ts';
import type { CompanyPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { recordDone } from '../../visit-deeds.ts';
import { belowCompany } from './company-form.ts';

export const CERTIFICATION_PATH = '/empresa/certificacion';

/** `/app/e/:slug/empresa/certificacion`: how far the Ministry's certification is; starts it, or goes on with it. */
export const CERTIFICATION: CompanyPage = {
  path: CERTIFICATION_PATH,
  access: 'manage_company',
  async get(parts, visit) {
    const standing = await certificationOf(parts, visit);
    if (standing === null) return 'not_found';
    const { company } = await issuerOf(parts, visit);
    return certificationPage(visit, standing, usualCampaign(company, isSimulated(parts)));
  },
  async post(parts, visit) {
    if (visit.company.ambiente !== '00') return 'not_found';
    const { companyId, company } = await issuerOf(parts, visit);
    const usual = usualCampaign(company, isSimulated(parts));
    const { types } = await parts.own.campaigns.standing(companyId, FIRST_CAMPAIGN);
    const isWidened = visit.form.one(OTHER_TYPES) === 'si';
    parts.own.campaigns.start(companyId, isWidened ? usual : { ...usual, types: begunOf(usual, types) });
    await recordDone(parts, visit, { deed: 'certification_started', subject: FIRST_CAMPAIGN });
    return addressIn(visit, `${CERTIFICATION_PATH}?hecho=empezada`);
  },
};

/** The field of the form that begins the types that the company has not begun. */
const OTHER_TYPES = 'otros';

/** The types of a campaign that the company has begun; all of them where it has begun nothing. */
function begunOf({ types }: Pick<Campaign, 'types'>, begun: readonly TipoDte[]): readonly TipoDte[] {
  return begun.length === 0 ? types : types.filter((type) => begun.includes(type));
}

/** The company's campaign; null for a company of production, which has none. */
export async function certificationOf(
  { own: { campaigns } }: ConsoleParts,
  { companyId, company }: CompanyVisit,
): Promise<CampaignStanding | null> {
  return company.ambiente === '00' ? campaigns.standing(companyId, FIRST_CAMPAIGN) : null;
}

/** Whether what the company has begun is done, and how far it is in a sentence. */
export function certificationSaid({ documents, types, isRunning }: CampaignStanding): {
  readonly isDone: boolean;
  readonly said: string;
} {
  if (types.length === 0)
    return { isDone: false, said: 'Lo que Hacienda pide antes de producción, en una campaña de pruebas.' };
  const { documents: counts, isComplete } = progressOf(types, documents);
  const [done, needed] = [sumOf(counts, 'done'), sumOf(counts, 'needed')];
  const said = `${done} de ${needed} documentos sellados${isRunning ? ', en curso' : ''}.`;
  return { isDone: isComplete, said };
}

function sumOf(counts: readonly Count[], name: keyof Count): number {
  return counts.reduce((sum, count) => sum + count[name], 0);
}

function isSimulated({ own }: ConsoleParts): boolean {
  return own.testAuthority !== null;
}

const DONE: Readonly<Record<string, string>> = {
  empezada: 'La certificación está en curso. Esta página dice cómo va.',
};

function certificationPage(visit: CompanyVisit, standing: CampaignStanding, usual: Campaign): Markup {
  const { documents, types, stopped } = standing;
  const { said } = certificationSaid(standing);
  const shown = types.length === 0 ? usual.types : types;
  const { documents: counts, invalidations, contingencies } = progressOf(shown, documents);
  const why = stopped === null ? null : `Se detuvo en ${stopped.at}: ${stopped.detail}`;
  const body = html`${doneOf(ownOf(DONE, visit.query.one('hecho')))}
${alertOf(why)}${stopped !== null && explanationsOf(stopped.explanations)}
<p class="soft">Antes de producción, Hacienda quiere ver en su ambiente de pruebas tantos documentos de cada tipo que la empresa va a emitir, cinco invalidaciones y cinco contingencias. Sello los emite con ventas inventadas, a lo sumo dos por segundo, y no envía nada dos veces. ${said}</p>
<section class="card" aria-labelledby="avance"><h2 id="avance">Avance</h2>
<table class="tight nums"><caption class="hidden-words">Avance de la certificación</caption><thead><tr><th scope="col">Qué se pide</th><th scope="col" class="num">Sellados</th><th scope="col" class="num">De</th></tr></thead>
<tbody>${counts.map(({ tipoDte, ...count }) => countRow(`${tipoDte} ${typeOf(tipoDte).shortTitle}`, count))}
${countRow('Invalidaciones', invalidations)}${countRow('Contingencias, tipos 1 a 5', contingencies)}</tbody></table>
${startForm(visit, standing, usual)}</section>
${
  NEEDING_TAXPAYERS.some((type) => !usual.types.includes(type)) &&
  html`<p class="small">Los créditos fiscales y sus notas van a contribuyentes que Hacienda conoce, por eso desde aquí no se emiten. Quien opera Sello los emite con <code>sello certify ${visit.company.slug} --customers ARCHIVO</code>.</p>`
}
<p class="small">El acta con números y sellos la escribe quien opera Sello: <code>sello certify ${visit.company.slug} --record CARPETA</code>. Si Sello se reinicia, la campaña se detiene y aquí se sigue con ella.</p>`;
  return belowCompany(visit, { title: 'Certificación', body });
}

/** Starts the campaign or goes on with what was begun, and begins the types that were not; nothing while it runs. */
function startForm(
  visit: CompanyVisit,
  { documents, types, isRunning }: CampaignStanding,
  usual: Campaign,
): Markup | null {
  const begun = begunOf(usual, types);
  const isLeft = begun.length > 0 && !progressOf(begun, documents).isComplete;
  const others = usual.types.filter((type) => !begun.includes(type));
  if (isRunning || !(isLeft || others.length > 0)) return null;
  const goOn = types.length === 0 ? 'Empezar la certificación' : 'Seguir con la certificación';
  return html`<form method="post" action="${addressIn(visit, CERTIFICATION_PATH)}">${csrfField(visit.csrf)}
<p class="actions">${isLeft && html`<button>${goOn}</button>`}${others.length > 0 && html`<button name="${OTHER_TYPES}" value="si">Certificar también ${others.join(', ')}</button>`}</p></form>`;
}

function countRow(what: string, { done, needed }: Count): Markup {
  return html`<tr><th scope="row">${what}</th><td class="num">${done}</td><td class="num">${needed}</td></tr>`;
}
