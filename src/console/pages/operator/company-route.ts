import { DAY_MS } from '../../../core/calendar/spans.ts';
import { parseCompanySlug } from '../../../core/identifiers/company-slug.ts';
import { ownOf } from '../../../core/records/by-name.ts';
import { totalOf } from '../../../core/rehearsing/report.ts';
import { type WatchedCompany, watchCompany } from '../../../operations/installation/watch-companies.ts';
import type { Rehearsal } from '../../../operations/rehearsals/ports.ts';
import { beginRehearsal } from '../../../operations/rehearsals/run-rehearsal.ts';
import type { Membership } from '../../../operations/users/ports.ts';
import { companyOf } from '../../../operations/users/sessions.ts';
import { doerOf } from '../../../operations/users/users-context.ts';
import { alertOf, doneOf } from '../../fields.ts';
import { html, type Markup } from '../../html.ts';
import { csrfField } from '../../layout.ts';
import { operatorLayout } from '../../operator-layout.ts';
import type { UserPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import type { Address, UserVisit } from '../../visit.ts';
import { agoOf, countedOf, countOf, dayOf, documentsOf, momentOf, spanOf } from '../../words.ts';

const PATH = '/app/operador/empresas/:slug';
const DONE: Readonly<Record<string, string>> = { ensayo: 'El ensayo empezó. Esta página dice cómo va.' };

/** `/app/operador/empresas/:slug`: how one company stands, and its rehearsals of v2. */
export const ONE_COMPANY: readonly UserPage[] = [
  {
    path: PATH,
    access: 'operate',
    async get(parts, visit) {
      const named = await namedIn(parts, visit);
      return named === null ? 'not_found' : companyPage(parts, visit, named);
    },
  },
  {
    path: `${PATH}/ensayo`,
    access: 'operate',
    get: (_parts, visit) => addressOf(visit),
    async post(parts, visit) {
      const named = await namedIn(parts, visit);
      if (named === null) return 'not_found';
      const { companyId, ambiente } = named;
      const wanted = { ambiente, generation: 'v2', since: null } as const;
      const outcome = await beginRehearsal(parts.operating, companyId, wanted);
      if (outcome.kind !== 'begun')
        return { status: 409, page: await companyPage(parts, visit, named, outcome.detail) };
      const by = doerOf(visit.session, visit.origin);
      await parts.users.deeds.record({ companyId, by, deed: 'rehearsal_asked', subject: 'v2' });
      return `${addressOf(visit)}?hecho=ensayo`;
    },
  },
];

function addressOf({ params }: UserVisit): Address {
  return `/app/operador/empresas/${encodeURIComponent(params['slug'] ?? '')}`;
}

async function namedIn(parts: ConsoleParts, { session, params }: UserVisit): Promise<Membership | null> {
  const slug = parseCompanySlug(params['slug'] ?? '');
  return slug === null ? null : companyOf(parts.users, session, slug);
}

async function companyPage(
  { operating, clock }: ConsoleParts,
  visit: UserVisit,
  named: Membership,
  refusal: string | null = null,
): Promise<Markup> {
  const [watched, rehearsal] = await Promise.all([
    watchCompany(operating, named),
    operating.lastRehearsals.last(named.companyId, 'v2'),
  ]);
  const nowMs = clock.now();
  const body = html`<p class="chips">${environmentChip(named.ambiente)} <span class="soft">${named.slug}</span></p>
${doneOf(ownOf(DONE, visit.query.one('hecho')))}
${alertOf(refusal)}
<p class="actions lines"><a class="button" href="/app/e/${named.slug}/hoy">Entrar a la empresa</a>
<a class="button secondary" href="/app/e/${named.slug}/atender">Lo que hay que atender</a>
<a href="/app/operador/registro?empresa=${named.slug}">Qué hicieron sus usuarios</a></p>
<div class="grid">${standingCard(watched, nowMs)}${rehearsalCard(visit, named, rehearsal, nowMs)}</div>`;
  return operatorLayout(visit, { title: named.name, active: 'companies', body });
}

function standingCard(watched: WatchedCompany, nowMs: number): Markup {
  const { counts, standing, generation } = watched;
  const { lastStampMs, waiting, clocks, hasCredentials } = standing;
  const waits =
    waiting.documents === 0
      ? 'ninguno'
      : `${waiting.isAtLeast ? 'al menos ' : ''}${countOf(waiting.documents)}${waiting.sinceMs === null ? '' : `, el primero ${agoOf(waiting.sinceMs, nowMs)}`}`;
  return html`<section class="card" aria-labelledby="estado"><h2 id="estado">Estado</h2>
<dl class="facts">
<dt>Certificado</dt><dd>${certificateChip(watched, nowMs)}</dd>
<dt>Credenciales</dt><dd>${hasCredentials ? 'guardadas' : html`<span class="chip bad">Faltan</span>`}</dd>
<dt>Esquema</dt><dd>${generationText(generation)}</dd>
<dt>Último sello</dt><dd>${lastStampMs === null ? 'ninguno' : `${momentOf(lastStampMs)} (${agoOf(lastStampMs, nowMs)})`}</dd>
<dt>Rechazados</dt><dd>${countOf(counts.rejected)}</dd>
<dt>Sin respuesta de Hacienda</dt><dd>${waits}</dd>
<dt>Detenidos</dt><dd>${countOf(counts.put_aside)}</dd>
<dt>Anulaciones rechazadas</dt><dd>${countOf(counts.invalidation_rejected)}</dd>
<dt>Correos sin entregar</dt><dd>${countOf(counts.mail)}</dd>
${clocks.map(
  ({
    clock,
    untilMs,
    documents,
  }) => html`<dt>${clock === 'report' ? 'Plazo del evento (24 h)' : 'Plazo de transmisión (72 h)'}</dt>
<dd>${untilMs > nowMs ? `quedan ${spanOf(untilMs - nowMs)}` : html`<span class="chip bad">vencido hace ${spanOf(nowMs - untilMs)}</span>`}, ${documentsOf(documents)}</dd>`,
)}
</dl><p class="small">Rechazados y correos: de los últimos 90 días.</p></section>`;
}

/** The last rehearsal of v2; null where there is none. */
function rehearsalCard(
  { csrf }: UserVisit,
  { slug }: Membership,
  rehearsal: Rehearsal | null,
  nowMs: number,
): Markup {
  return html`<section class="card" aria-labelledby="ensayo"><h2 id="ensayo">Ensayo de v2</h2>
<p class="soft">Rehace en el esquema v2 lo que la empresa ya emitió, sin emitir nada, y dice qué no saldría.</p>
${rehearsal === null ? html`<p>Todavía no se ha ensayado.</p>` : reportOf(rehearsal, nowMs)}
${
  rehearsal?.state !== 'running' &&
  html`<form method="post" action="/app/operador/empresas/${slug}/ensayo">${csrfField(csrf)}
<p class="actions"><button class="secondary">${rehearsal === null ? 'Ensayar ahora' : 'Ensayar de nuevo'}</button></p></form>`
}
</section>`;
}

const STATES: Readonly<Record<Rehearsal['state'], string>> = {
  running: 'En curso',
  done: 'Terminado',
  failed: 'Abandonado: pida otro',
};

function reportOf({ state, progress, requestedMs, report }: Rehearsal, nowMs: number): Markup {
  const { fit, repaired, impossible } = totalOf(report);
  const share = Math.floor(progress * 100);
  return html`<dl class="facts"><dt>Estado</dt><dd>${STATES[state]}, pedido ${agoOf(requestedMs, nowMs)}</dd>
${state === 'running' && html`<dt>Avance</dt><dd><progress max="100" value="${share}" aria-label="Avance del ensayo">${share} %</progress> ${share} %</dd>`}
<dt>Salen igual</dt><dd>${countOf(fit)}</dd>
<dt>Salen con un valor de Sello</dt><dd>${countOf(repaired)}</dd>
<dt>No saldrían</dt><dd>${impossible > 0 ? html`<span class="chip bad">${countOf(impossible)}</span>` : '0'}</dd></dl>
${
  report.causes.length > 0 &&
  html`<h3>Por qué</h3><ul class="rows">${report.causes.slice(0, 20).map(
    ({ kind, documents, field, message, examples }) => html`<li><div><bdi>${message}</bdi>
<span class="small">${kind === 'impossible' ? 'Impide emitir' : kind === 'repaired' ? 'Sello pone un valor' : 'Observación'} · ${documentsOf(documents)}${field !== '' && html` · <code>${field}</code>`}${examples[0] !== undefined && html` · por ejemplo <span class="code">${examples[0]}</span>`}</span></div></li>`,
  )}</ul>`
}`;
}

export function environmentChip(ambiente: string): Markup {
  const isTest = ambiente === '00';
  return html`<span class="${isTest ? 'chip' : 'chip good'}">${isTest ? 'Pruebas' : 'Producción'}</span>`;
}

export function generationText(generation: WatchedCompany['generation']): string {
  return generation === null ? 'no se atiende aquí' : generation === 'both' ? 'v1 y v2' : generation;
}

/** The Ministry takes weeks to renew a certificate. */
const SOON_DAYS = 60;

export function certificateChip({ standing }: Pick<WatchedCompany, 'standing'>, nowMs: number): Markup {
  const { certificate } = standing;
  if (certificate === null) return html`<span class="chip bad">Sin certificado</span>`;
  const { notBeforeMs, notAfterMs } = certificate;
  if (nowMs > notAfterMs) return html`<span class="chip bad">Venció el ${dayOf(notAfterMs)}</span>`;
  if (nowMs < notBeforeMs) return html`<span class="chip bad">Vale desde el ${dayOf(notBeforeMs)}</span>`;
  const days = Math.floor((notAfterMs - nowMs) / DAY_MS);
  if (days > SOON_DAYS) return html`hasta el ${dayOf(notAfterMs)}`;
  return html`<span class="chip warn">Vence en ${countedOf(days, 'día', 'días')}</span>`;
}
