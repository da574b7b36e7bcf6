import type { FastifyInstance } from 'fastify';
import { fiscalTime } from '../../../core/calendar/el-salvador-time.ts';
import { may } from '../../../core/users/roles.ts';
import { countAttention, needingIn } from '../../../operations/attention/count-attention.ts';
import { type Account, latestDocuments, readToday } from '../../../operations/today/read-today.ts';
import { ownDocuments } from '../../../operations/users/own-documents.ts';
import type { Markup } from '../../html.ts';
import { registerPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import type { CompanyVisit } from '../../visit.ts';
import { createCompanyWatch } from './company-watch.ts';
import { type Day, livePart, ownTodayPage, todayPage } from './view.ts';

/** The newest documents of the day that the page shows. */
const SHOWN = 8;
const OWN_SHOWN = 100;

/** `/hoy`: the company's day, or what a cashier has issued; `/hoy/vivo` keeps it up to date. */
export function registerToday(app: FastifyInstance, parts: ConsoleParts): void {
  const watch = createCompanyWatch((account) => signOf(parts, account));
  registerPage(app, parts, {
    path: '/hoy',
    isWithoutCount: true,
    permission: 'see_own',
    async get(visit) {
      if (!may(visit.role, 'see_all')) return own(parts, visit);
      const day = await dayOf(parts, visit);
      return todayPage({ ...visit, needs: day.attention }, day);
    },
  });
  registerPage(app, parts, {
    path: '/hoy/ventas',
    isWithoutCount: true,
    permission: 'see_all',
    get: async (visit) => livePart(visit, await dayOf(parts, visit)),
  });
  registerPage(app, parts, {
    path: '/hoy/vivo',
    isWithoutCount: true,
    permission: 'see_all',
    get(visit, reply) {
      const stream = parts.streams.open(reply, visit.session.userId);
      // Nothing is put into the page for this status; it goes on to ask once a minute.
      if (stream === null) return reply.code(204).send();
      const tell = async (): Promise<void> => stream.send(livePart(visit, await dayOf(parts, visit)).text);
      // Where the database does not answer, the next change or the next minute shows it.
      stream.onEnd(watch.watch(accountOf(visit), () => void tell().catch(() => undefined)));
      return reply;
    },
  });
}

function accountOf({ companyId, company: { ambiente } }: CompanyVisit): Account {
  return { companyId, ambiente };
}

async function dayOf({ reading, needs }: ConsoleParts, visit: CompanyVisit): Promise<Day> {
  const account = accountOf(visit);
  const [today, latest, { counts }] = await Promise.all([
    readToday(reading, account),
    latestDocuments(reading, account, SHOWN),
    countAttention(reading, account),
  ]);
  const attention = needingIn(counts);
  needs.keep(account, attention);
  return { today, latest, attention };
}

/** Another text whenever the page would look otherwise, but for what time alone changes. */
async function signOf({ reading }: ConsoleParts, account: Account): Promise<string> {
  const latest = await latestDocuments(reading, account, SHOWN);
  const states = latest.map(({ record, standing }) => [record.documentId, record.state, standing]);
  const isSilent = reading.breaker.isOpen(account);
  return JSON.stringify([states, isSilent], (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}

async function own({ users, reading }: ConsoleParts, visit: CompanyVisit): Promise<Markup> {
  const { companyId, session } = visit;
  const { documents, clock } = reading;
  const sources = { deeds: users.deeds, documents, clock };
  const views = await ownDocuments(sources, { companyId, userId: session.userId }, OWN_SHOWN);
  const day = fiscalTime(clock.now()).fecEmi;
  return ownTodayPage(visit, { day, views, isCut: views.length >= OWN_SHOWN });
}
