import { localDayStartMs, parseCivilDate } from '../../../core/calendar/el-salvador-time.ts';
import { parseCompanySlug } from '../../../core/identifiers/company-slug.ts';
import type { DocumentId } from '../../../core/identifiers/document-id.ts';
import { DEEDS, type DeedKind, type Membership } from '../../../operations/users/ports.ts';
import { companyOf } from '../../../operations/users/sessions.ts';
import { alertOf, choiceField, optionsFrom, textField } from '../../fields.ts';
import { queryText } from '../../form.ts';
import { html, type Markup } from '../../html.ts';
import { operatorLayout } from '../../operator-layout.ts';
import type { UserPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import type { UserVisit } from '../../visit.ts';
import { momentOf } from '../../words.ts';
import { DEED_WORDS, subjectWords } from '../record/deed-words.ts';

/** Entries of one page. */
const IN_A_PAGE = 50;

const PATH = '/app/operador/registro';

/** `/app/operador/registro`: what users did in a company or in none, and what was done from the command line. */
export const RECORD: UserPage = { path: PATH, access: 'operate', get: recordPage };

async function recordPage(parts: ConsoleParts, visit: UserVisit): Promise<Markup> {
  const named = await companyIn(parts, visit);
  const isUnknown = named === 'unknown';
  // Whose users are shown; null for what concerns no company.
  const company = isUnknown ? null : named;
  const entries = isUnknown ? [] : await entriesIn(parts, visit, company);
  const body = html`${filters(visit)}
${alertOf(isUnknown ? 'No hay una empresa con ese nombre corto.' : null)}
<p class="soft">${sourceText(visit, company)}</p>
${
  entries.length === 0
    ? html`<div class="empty card"><h2>Nada con estos filtros</h2><p>Cambie los filtros o <a href="${PATH}">véalo todo</a>.</p></div>`
    : html`<div class="card"><table class="cards"><caption class="hidden-words">Registro, lo último primero</caption>
<thead><tr><th scope="col">Cuándo</th><th scope="col">Quién</th><th scope="col">Qué</th><th scope="col">Desde</th></tr></thead>
<tbody>${entries.map((entry) => rowOf(entry, company))}</tbody></table></div>`
}
${entries.length === IN_A_PAGE && older(visit, entries)}`;
  return operatorLayout(visit, { title: 'Registro', active: 'record', body });
}

/** The company that is asked for; null for none. */
async function companyIn(
  parts: ConsoleParts,
  { query, session }: UserVisit,
): Promise<Membership | 'unknown' | null> {
  const text = query.one('empresa').toLowerCase();
  if (text === '') return null;
  const slug = parseCompanySlug(text);
  return (slug === null ? null : await companyOf(parts.users, session, slug)) ?? 'unknown';
}

async function entriesIn(
  parts: ConsoleParts,
  { query }: UserVisit,
  company: Membership | null,
): Promise<readonly Entry[]> {
  const before = query.one('antes') || undefined;
  const most = IN_A_PAGE;
  if (query.one('de') === 'comandos') {
    const command = query.one('comando') || undefined;
    const commands = await parts.operating.commands.page({ most, before, command });
    return commands.map(
      ({ deedId, happenedMs, osUser, sudoUser, host, sshAddress, command: done, ...rest }) => ({
        entryId: deedId,
        atMs: happenedMs,
        who: sudoUser === null ? osUser : `${sudoUser} (como ${osUser})`,
        from: sshAddress === null ? host : `${host}, desde ${sshAddress}`,
        deed: null,
        // The options are names, numbers and paths of files.
        what: [done, ...rest.arguments.places, ...optionsOf(rest.arguments.options)].join(' '),
        documentId: null,
      }),
    );
  }
  const deed = DEEDS.find((one): one is DeedKind => one === query.one('hecho'));
  const since = parseCivilDate(query.one('desde')) === null ? undefined : localDayStartMs(query.one('desde'));
  const deeds = await parts.users.deeds.latest(company?.companyId ?? null, { most, before, deed, since });
  return deeds.map(({ deedId, happenedAt, by, deed: kind, subject, documentId }) => ({
    entryId: deedId,
    atMs: happenedAt,
    who: by.userName,
    from: by.address,
    deed: kind,
    what: subject,
    documentId,
  }));
}

function optionsOf(options: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(options).map(([name, value]) => `--${name} ${value}`.trim());
}

/** One entry of the record. */
interface Entry {
  readonly entryId: string;
  readonly atMs: number;
  readonly who: string;
  readonly from: string;
  /** Null for a command. */
  readonly deed: DeedKind | null;
  /** What it was done to, or the command. */
  readonly what: string;
  readonly documentId: DocumentId | null;
}

function sourceText({ query }: UserVisit, company: Membership | null): Markup {
  if (query.one('de') === 'comandos')
    return html`Lo que se hizo con <code>sello</code> desde la línea de comandos.`;
  return company === null
    ? html`Entradas, contraseñas y lo demás que no es de una empresa. Elija una empresa para ver lo que hicieron sus usuarios.`
    : html`Lo que se hizo en <bdi>${company.name}</bdi>`;
}

const SOURCES = optionsFrom({ consola: 'Usuarios de la consola', comandos: 'Comandos del operador' });
const DEED_OPTIONS = [['', 'Todo'], ...DEEDS.map((deed) => [deed, DEED_WORDS[deed]] as const)] as const;

function filters({ query }: UserVisit): Markup {
  const own = (name: string) => ({ name, value: query.one(name), isOptional: true });
  const ofUsers = html`${textField({ ...own('empresa'), label: 'Empresa', hint: 'Su nombre corto, como en la dirección.' })}
${choiceField({ ...own('hecho'), label: 'Qué', options: DEED_OPTIONS })}
${textField({ ...own('desde'), label: 'Desde el día', type: 'date' })}`;
  const hint = 'Con qué empieza: key, company, certificate…';
  const ofCommands = textField({ ...own('comando'), label: 'Comando', hint });
  return html`<form class="card" method="get" action="${PATH}"><div class="fields">
${choiceField({ name: 'de', label: 'Registro', value: query.one('de') || 'consola', options: SOURCES })}
${query.one('de') === 'comandos' ? ofCommands : ofUsers}
</div><p class="actions"><button class="secondary">Ver</button></p></form>`;
}

function rowOf({ atMs, who, from, deed, what, documentId }: Entry, company: Membership | null): Markup {
  const address =
    company !== null && documentId !== null && `/app/e/${company.slug}/documentos/${documentId}`;
  const title =
    deed === null
      ? html`<span class="code">${what}</span>`
      : html`${DEED_WORDS[deed]} <bdi>${subjectWords(deed, what)}</bdi>`;
  return html`<tr><td class="lead">${momentOf(atMs)}</td><td data-label="Quién"><bdi>${who}</bdi></td>
<td data-label="Qué"><span>${address === false ? title : html`<a href="${address}">${title}</a>`}</span></td>
<td data-label="Desde"><bdi>${from}</bdi></td></tr>`;
}

function older({ query }: UserVisit, entries: readonly Entry[]): Markup {
  const kept = query.entries.filter(([name]) => name !== 'antes');
  const search = queryText([...kept, ['antes', entries.at(-1)?.entryId ?? '']]);
  return html`<p class="actions"><a class="button secondary" href="${PATH}?${search}">Más antiguas</a></p>`;
}
