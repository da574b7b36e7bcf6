import type { RecordedUserDeed } from '../../../operations/users/ports.ts';
import { html, type Markup } from '../../html.ts';
import { companyLayout } from '../../layout.ts';
import type { CompanyPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { momentOf } from '../../words.ts';
import { DEED_WORDS, subjectWords } from './deed-words.ts';

const DEEDS_A_PAGE = 50;

/** `/app/e/:slug/usuarios/registro`: what the company's users have done, or one of them, the newest first. */
export const RECORD: CompanyPage = { path: '/usuarios/registro', access: 'manage_users', get: recordPage };

async function recordPage({ users }: ConsoleParts, visit: CompanyVisit): Promise<Markup> {
  const userId = visit.query.one('usuario');
  const deeds = await users.deeds.latest(visit.companyId, {
    most: DEEDS_A_PAGE + 1,
    before: visit.query.one('antes') || undefined,
    userId: userId || undefined,
  });
  const shown = deeds.slice(0, DEEDS_A_PAGE);
  const next = deeds.length > DEEDS_A_PAGE ? shown.at(-1)?.deedId : undefined;
  const here = addressIn(visit, '/usuarios/registro');
  const whose = userId !== '' && html`usuario=${userId}&amp;`;
  const body = html`<div class="page-head"><h1>Qué ha hecho cada quien</h1><p class="small"><a href="${addressIn(visit, '/usuarios')}">Usuarios</a>${userId !== '' && html` · <a href="${here}">Ver lo de todos</a>`}</p></div>
<section class="card">${shown.length === 0 ? html`<p class="soft">Todavía no hay nada: aquí queda lo que hacen los usuarios en la consola, con nombre, hora y dirección.</p>` : html`<ul class="rows">${shown.map((one) => deedRow(visit, one))}</ul>`}</section>
${next !== undefined && html`<p class="actions"><a class="button secondary" href="${here}?${whose}antes=${next}">Más antiguo</a></p>`}`;
  return companyLayout(visit, { title: 'Registro', body, active: 'users' });
}

function deedRow(visit: CompanyVisit, recorded: RecordedUserDeed): Markup {
  const { by, deed, subject, documentId, happenedAt } = recorded;
  const what =
    documentId !== null &&
    html` · <a href="${addressIn(visit, `/documentos/${documentId}`)}">ver el documento</a>`;
  return html`<li><div><strong>${DEED_WORDS[deed]}</strong>${subject !== '' && html` <span class="soft"><bdi>${subjectWords(deed, subject)}</bdi></span>`}
<span class="small">${momentOf(happenedAt)} · <bdi>${by.userName}</bdi> · <bdi>${by.address}</bdi>${what}</span></div></li>`;
}
