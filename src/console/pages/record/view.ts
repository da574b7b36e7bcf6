import type { RecordedUserDeed } from '../../../operations/users/ports.ts';
import { html, type Markup } from '../../html.ts';
import { companyLayout } from '../../layout.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { momentOf } from '../../words.ts';
import { DEED_WORDS, subjectWords } from './deed-words.ts';

/** What users have done; `next` is the last one shown, behind which the next page begins, and `userId` whose alone. */
export function recordPage(
  visit: CompanyVisit,
  {
    deeds,
    next,
    userId,
  }: {
    readonly deeds: readonly RecordedUserDeed[];
    readonly next: string | null;
    readonly userId: string;
  },
): Markup {
  const whose = userId !== '' && html`usuario=${userId}&amp;`;
  const body = html`<main id="main">
<div class="page-head"><h1>Qué ha hecho cada quien</h1><p class="small"><a href="${addressIn(visit, '/usuarios')}">Usuarios</a>${userId !== '' && html` · <a href="${addressIn(visit, '/usuarios/registro')}">Ver lo de todos</a>`}</p></div>
<section class="card">${deeds.length === 0 ? html`<p class="soft">Todavía no hay nada: aquí queda lo que hacen los usuarios en la consola, con nombre, hora y dirección.</p>` : html`<ul class="rows">${deeds.map((one) => deedRow(visit, one))}</ul>`}</section>
${next !== null && html`<p class="actions"><a class="button secondary" href="${addressIn(visit, '/usuarios/registro')}?${whose}antes=${next}">Más antiguo</a></p>`}
</main>`;
  return companyLayout(visit, { title: 'Registro', body, active: 'users' });
}

function deedRow(
  visit: CompanyVisit,
  { by, deed, subject, documentId, happenedAt }: RecordedUserDeed,
): Markup {
  const what =
    documentId !== null &&
    html` · <a href="${addressIn(visit, `/documentos/${documentId}`)}">ver el documento</a>`;
  return html`<li><div><strong>${DEED_WORDS[deed]}</strong>${subject !== '' && html` <span class="soft"><bdi>${subjectWords(deed, subject)}</bdi></span>`}
<span class="small">${momentOf(happenedAt)} · <bdi>${by.userName}</bdi> · <bdi>${by.address}</bdi>${what}</span></div></li>`;
}
