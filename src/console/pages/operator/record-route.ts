import type { FastifyInstance } from 'fastify';
import { localDayStartMs, parseCivilDate } from '../../../core/calendar/el-salvador-time.ts';
import { parseCompanySlug } from '../../../core/identifiers/company-slug.ts';
import { DEEDS, type DeedKind, type Membership } from '../../../operations/users/ports.ts';
import { companyOf } from '../../../operations/users/sessions.ts';
import { registerOperatorPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import type { UserVisit } from '../../visit.ts';
import { type Entry, recordPage } from './record-view.ts';

/** Entries of one page. */
const IN_A_PAGE = 50;

/** `/app/operador/registro`: what users did in a company or in none, and what was done from the command line. */
export function registerOperatorRecord(app: FastifyInstance, parts: ConsoleParts): void {
  registerOperatorPage(app, parts, {
    path: '/app/operador/registro',
    async get(visit) {
      const named = await companyIn(parts, visit);
      const { entries, problem } =
        named === 'unknown'
          ? { entries: [], problem: 'No hay una empresa con ese nombre corto.' }
          : { entries: await entriesIn(parts, visit, named), problem: null };
      const company = named === 'unknown' ? null : named;
      return recordPage(visit, { entries, problem, company, isFull: entries.length === IN_A_PAGE });
    },
  });
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
