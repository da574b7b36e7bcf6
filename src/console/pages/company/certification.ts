import { FIRST_CAMPAIGN, usualCampaign } from '../../../core/certifying/plan.ts';
import { type Count, progressOf, typesBegun } from '../../../core/certifying/progress.ts';
import { TIPOS_DTE, typeOf } from '../../../core/dte/kinds.ts';
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
    return standing === null ? 'not_found' : certificationPage(parts, visit, standing);
  },
  async post(parts, visit) {
    if (visit.company.ambiente !== '00') return 'not_found';
    const { companyId, company } = await issuerOf(parts, visit);
    parts.own.campaigns.start(companyId, usualCampaign(company, isSimulated(parts)));
    await recordDone(parts, visit, { deed: 'certification_started', subject: FIRST_CAMPAIGN });
    return addressIn(visit, `${CERTIFICATION_PATH}?hecho=empezada`);
  },
};

/** The company's campaign; null for a company of production, which has none. */
export async function certificationOf(
  { own: { campaigns } }: ConsoleParts,
  { companyId, company }: CompanyVisit,
): Promise<CampaignStanding | null> {
  return company.ambiente === '00' ? campaigns.standing(companyId, FIRST_CAMPAIGN) : null;
}

/** Whether what the company has begun is done, and how far it is in a sentence. */
export function certificationSaid({ documents, isRunning }: CampaignStanding): {
  readonly isDone: boolean;
  readonly said: string;
} {
  const types = typesBegun(documents);
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

function certificationPage(parts: ConsoleParts, visit: CompanyVisit, standing: CampaignStanding): Markup {
  const { documents, isRunning, stopped } = standing;
  const { isDone, said } = certificationSaid(standing);
  const { documents: counts, invalidations, contingencies } = progressOf(TIPOS_DTE, documents);
  const why = stopped === null ? null : `Se detuvo en ${stopped.at}: ${stopped.detail}`;
  const body = html`${doneOf(DONE[visit.query.one('hecho')])}
${alertOf(why)}${stopped !== null && explanationsOf(stopped.explanations)}
<p class="soft">Antes de producción, Hacienda quiere ver en su ambiente de pruebas tantos documentos de cada tipo que la empresa va a emitir, cinco invalidaciones y cinco contingencias. Sello los emite con ventas inventadas, a lo sumo dos por segundo, y no envía nada dos veces. ${said}</p>
<section class="card" aria-labelledby="avance"><h2 id="avance">Avance</h2>
<table class="tight nums"><caption class="hidden-words">Avance de la certificación</caption><thead><tr><th scope="col">Qué se pide</th><th scope="col" class="num">Sellados</th><th scope="col" class="num">De</th></tr></thead>
<tbody>${counts.map(({ tipoDte, ...count }) => countRow(`${tipoDte} ${typeOf(tipoDte).shortTitle}`, count))}
${countRow('Invalidaciones', invalidations)}${countRow('Contingencias, tipos 1 a 5', contingencies)}</tbody></table>
${
  !isRunning &&
  !isDone &&
  html`<form method="post" action="${addressIn(visit, CERTIFICATION_PATH)}">${csrfField(visit.csrf)}
<p class="actions"><button>${documents.length === 0 ? 'Empezar la certificación' : 'Seguir con la certificación'}</button></p></form>`
}</section>
${
  !isSimulated(parts) &&
  html`<p class="small">Los créditos fiscales y sus notas van a contribuyentes que Hacienda conoce, por eso desde aquí no se emiten. Quien opera Sello los emite con <code>sello certify ${visit.company.slug} --customers ARCHIVO</code>.</p>`
}
<p class="small">El acta con números y sellos la escribe quien opera Sello: <code>sello certify ${visit.company.slug} --record CARPETA</code>. Si Sello se reinicia, la campaña se detiene y aquí se sigue con ella.</p>`;
  return belowCompany(visit, { title: 'Certificación', body });
}

function countRow(what: string, { done, needed }: Count): Markup {
  return html`<tr><th scope="row">${what}</th><td class="num">${done}</td><td class="num">${needed}</td></tr>`;
}
