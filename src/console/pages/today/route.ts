import { fiscalTime } from '../../../core/calendar/el-salvador-time.ts';
import { signOf } from '../../../core/dte/kinds.ts';
import { centsDigits, formatCents } from '../../../core/money/decimal.ts';
import { may } from '../../../core/users/roles.ts';
import { countAttention, needingIn } from '../../../operations/attention/attention.ts';
import type { CompanyAccount } from '../../../operations/authority/ports.ts';
import type { DocumentView } from '../../../operations/documents/reading-ports.ts';
import type { DaySum } from '../../../operations/today/ports.ts';
import { latestDocuments, readToday, type Today } from '../../../operations/today/read-today.ts';
import { sumsOfOwn } from '../../../operations/users/own-documents.ts';
import { MOST_OWN, ownOfToday } from '../../desk.ts';
import { chipOf, shortNumber, shortTitle, standingOf, sumWord } from '../../document-words.ts';
import { html, type Markup } from '../../html.ts';
import { companyLayout } from '../../layout.ts';
import { liveEvent } from '../../live-streams.ts';
import type { CompanyPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { statOf } from '../../pieces.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { clockOf, countedOf, countOf, documentsOf, longDay, moneyOf } from '../../words.ts';
import { authorityPanel } from './authority.ts';
import { salesLine } from './line.ts';
import { createLivePages } from './live-pages.ts';

/** The newest documents of the day that the page shows. */
const SHOWN = 8;

/** `/hoy`: the company's day, or what a cashier has issued; `/hoy/vivo` keeps it up to date. */
export function todayPages(parts: ConsoleParts): readonly CompanyPage[] {
  const live = createLivePages<CompanyVisit, Day>({
    markOf: (company) => markOf(parts, company),
    read: (company) => dayOf(parts, company),
    draw: (visit, day) => liveEvent(drawn(visit, day)),
  });
  return [
    {
      path: '/hoy',
      isWithoutCount: true,
      access: 'see_own',
      get: (_parts, visit) =>
        may(visit.role, 'see_all') ? todayPage(parts, visit) : ownTodayPage(parts, visit),
    },
    { path: '/hoy/ventas', isWithoutCount: true, isByItself: true, access: 'see_all', get: livePart },
    {
      path: '/hoy/vivo',
      isWithoutCount: true,
      isByItself: true,
      access: 'see_all',
      get(_parts, visit, reply) {
        const { session, companyId } = visit;
        const stream = parts.streams.open(reply, { userId: session.userId, companyId });
        // Nothing is put into the page for this status; it goes on to ask once a minute.
        if (stream === null) return reply.code(204).send();
        stream.onEnd(live.watch(visit, stream.send));
        stream.onEnd(parts.ongoing.watch(visit, stream.end));
        return reply;
      },
    },
  ];
}

async function dayOf({ desk, needs }: ConsoleParts, company: CompanyAccount) {
  const [today, latest, { counts }] = await Promise.all([
    readToday(desk, company),
    latestDocuments(desk, company, SHOWN),
    countAttention(desk, company),
  ]);
  const attention = needingIn(counts);
  needs.keep(company, attention);
  return { today, latest, attention };
}

type Day = Awaited<ReturnType<typeof dayOf>>;

/** Another text whenever the page would look otherwise, but for what time alone changes. */
async function markOf({ desk }: ConsoleParts, account: CompanyAccount): Promise<string> {
  const latest = await latestDocuments(desk, account, SHOWN);
  const states = latest.map(({ record, standing }) => [record.documentId, record.state, standing]);
  const isSilent = desk.breaker.isOpen(account);
  return JSON.stringify([states, isSilent], (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}

/** The day of a company, up to date while one looks at it. */
async function todayPage(parts: ConsoleParts, visit: CompanyVisit): Promise<Markup> {
  const live = addressIn(visit, '/hoy/vivo');
  const part = addressIn(visit, '/hoy/ventas');
  const day = await dayOf(parts, visit.company);
  const body = html`${headOf(visit, day.today.day)}
<div hx-sse:connect="${live}" hx-target="#live" hx-swap="innerMorph"></div>
<div hx-get="${part}" hx-trigger="every 60s" hx-target="#live" hx-swap="innerMorph"></div>
<div id="live">${drawn(visit, day)}</div>
<noscript><p class="small"><a href="${visit.path}">Actualizar</a></p></noscript>`;
  return companyLayout({ ...visit, needs: day.attention }, { title: 'Hoy', body, active: 'today' });
}

function headOf(visit: CompanyVisit, day: string): Markup {
  return html`<div class="page-head"><div><h1>Hoy</h1><p class="soft">${longDay(day)}</p></div>
${may(visit.role, 'issue') && html`<a class="button" href="${addressIn(visit, '/emitir')}">Emitir</a>`}</div>`;
}

/** What changes by itself. */
async function livePart(parts: ConsoleParts, visit: CompanyVisit): Promise<Markup> {
  return drawn(visit, await dayOf(parts, visit.company));
}

/** It is drawn once for all who watch with the same role, so that nothing of one user stands in it. */
function drawn(visit: Pick<CompanyVisit, 'company' | 'role'>, { today, latest, attention }: Day): Markup {
  const needs = countedOf(attention, 'asunto', 'asuntos');
  return html`${attention > 0 && html`<p class="caution"><a href="${addressIn(visit, '/atender')}">Hay ${needs} por atender</a></p>`}
${statsOf(visit, today)}
<div class="columns">
<div>
<section class="panel" aria-labelledby="latest-title"><h2 id="latest-title">Últimos documentos</h2>
${latest.length === 0 ? emptyState(visit) : html`<ul class="rows">${latest.map((view) => documentRow(visit, view))}</ul><p><a href="${addressIn(visit, '/documentos')}">Ver todos los documentos</a></p>`}
</section>
<section class="panel" aria-labelledby="line-title"><h2 id="line-title">Ventas de los últimos 30 días</h2>${salesLine(today.line)}
${today.gap !== null && html`<p class="small">Faltan documentos que todavía se están sumando; en unos minutos están todos.</p>`}</section>
</div>
<div>
${authorityPanel(today)}
${today.totals.length > 0 && totalsPanel(today.totals)}
</div>
</div>`;
}

function statsOf(visit: Pick<CompanyVisit, 'company' | 'role'>, { line, totals, standing }: Today): Markup {
  const sales = line.at(-1);
  const before = line.at(-2);
  const givenBack = sales?.givenBack ?? 0n;
  const beside =
    givenBack > 0n
      ? `ya restados ${moneyOf(centsDigits(givenBack))} de notas de crédito`
      : `ayer ${moneyOf(centsDigits(before?.total ?? 0n))}`;
  const rejected = documentsIn(totals, ({ state }) => state === 'rejected');
  const { documents, isAtLeast } = standing.waiting;
  return html`<dl class="stats">
${statOf('Ventas de hoy', moneyOf(centsDigits(sales?.total ?? 0n)), beside)}
${statOf('Documentos', countOf(documentsIn(totals, () => true)), countedOf(sales?.documents ?? 0, 'venta', 'ventas'))}
${statOf('Sin sello todavía', `${countOf(documents)}${isAtLeast ? '+' : ''}`, documents === 0 ? 'nada en espera' : 'se envían solos')}
${statOf('Rechazados hoy', countOf(rejected), rejected === 0 ? 'nada por corregir' : html`<a href="${addressIn(visit, '/atender')}">${may(visit.role, 'issue') ? 'corregir' : 'ver por qué'}</a>`)}
</dl>`;
}

function documentsIn(totals: readonly DaySum[], wanted: (sum: DaySum) => boolean): number {
  return totals.filter(wanted).reduce((count, { documents }) => count + documents, 0);
}

/** A document in a list of the newest. */
function documentRow(visit: Pick<CompanyVisit, 'company' | 'role'>, view: DocumentView): Markup {
  const { documentId, tipoDte, numeroControl, postedMs, summary } = view.record;
  return html`<li><div><a href="${addressIn(visit, `/documentos/${documentId}`)}">${shortTitle(tipoDte)} ${shortNumber(numeroControl)}</a>
<span class="small">${clockOf(postedMs)} · <bdi>${summary.customerName}</bdi></span></div>
<span class="amount"><strong class="num">${moneyOf(summary.amountTotal)}</strong> ${chipOf(standingOf(view))}</span></li>`;
}

function emptyState(visit: Pick<CompanyVisit, 'company' | 'role'>): Markup {
  return html`<div class="empty"><p>Hoy todavía no hay documentos.</p>
${may(visit.role, 'issue') && html`<p><a class="button" href="${addressIn(visit, '/emitir')}">Emitir el primero</a></p>`}</div>`;
}

function totalsPanel(totals: readonly DaySum[]): Markup {
  const rows = totals.map(
    (
      sum,
    ) => html`<tr><th scope="row">${shortTitle(sum.tipoDte)} <span class="small">${sumWord(sum)}</span></th>
<td class="num">${countOf(sum.documents)}</td><td class="num">${moneyOf(centsDigits(signOf(sum.tipoDte) * sum.total))}</td></tr>`,
  );
  return html`<section class="panel" aria-labelledby="totals-title"><h2 id="totals-title">Hoy por tipo y estado</h2>
<table class="tight"><thead><tr><th scope="col">Tipo y estado</th><th scope="col" class="num">Cuántos</th><th scope="col" class="num">Total</th></tr></thead>
<tbody>${rows}</tbody></table></section>`;
}

/** The day of a cashier, with what she has sold. */
async function ownTodayPage(parts: ConsoleParts, visit: CompanyVisit): Promise<Markup> {
  const views = await ownOfToday(parts, visit);
  const rows = views.map((view) => documentRow(visit, view));
  const body = html`${headOf(visit, fiscalTime(parts.clock.now()).fecEmi)}
${views.length > 0 && ownStats(views)}
<section class="panel" aria-labelledby="own-title"><h2 id="own-title">Lo que usted ha emitido hoy</h2>
${views.length === 0 ? emptyState(visit) : html`<ul class="rows">${rows}</ul>`}</section>`;
  return companyLayout(visit, { title: 'Hoy', body, active: 'today' });
}

/** What a cashier's sales of the day come to, however they were paid, and what she has bought. */
function ownStats(views: readonly DocumentView[]): Markup {
  const { sold, bought } = sumsOfOwn(views);
  const note =
    views.length >= MOST_OWN ? `de sus últimos ${documentsOf(views.length)}` : 'sin anulados ni rechazados';
  const { documents } = bought;
  return html`<dl class="stats">
${statOf('Usted ha vendido hoy', moneyOf(formatCents(sold.total)), note)}
${statOf('Ventas', countOf(sold.documents), countedOf(views.length, 'documento emitido', 'documentos emitidos'))}
${documents > 0 && statOf('Compras a sujetos excluidos', moneyOf(formatCents(bought.total)), documentsOf(documents))}
</dl>`;
}
