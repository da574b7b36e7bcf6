import { companyFileOf } from '../../../core/company/company-file-of.ts';
import type { Problem } from '../../../core/refusals/problem.ts';
import type { StoredFile } from '../../../operations/companies/own-ports.ts';
import { type OwnMailContext, setOwnMail } from '../../../operations/companies/set-own-mail.ts';
import { doerOf } from '../../../operations/users/users-context.ts';
import { type CompanyFileReading, readCompanyFile } from '../../../schema/read-company-file.ts';
import type { Markup } from '../../html.ts';
import type { Page } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { type MailValues, mailPage, mailValuesOf } from './mail-view.ts';
import { keepReading, OVERTAKEN } from './places-route.ts';

const PATH = '/empresa/correo';

interface Told {
  readonly problems?: readonly Problem[];
  readonly refusal?: string;
}

/** `/app/e/:slug/empresa/correo`: over which server documents go out, and who is told. */
export function registerMail(register: (page: Page<CompanyVisit>) => void, parts: ConsoleParts): void {
  const { own, users } = parts;
  const show = async (visit: CompanyVisit, told: Told = {}) => {
    const { companyId, company } = visit;
    const [{ company: full }, setup] = await Promise.all([
      own.company.file(companyId),
      own.company.secrets.setup(companyId, company.ambiente),
    ]);
    return mailPage(visit, {
      values: { ...mailValuesOf(full), ...typedIn(visit) },
      problems: told.problems ?? [],
      refusal: told.refusal ?? null,
      hasServer: full.delivery.smtp !== null,
      hasPassword: setup.hasSmtpPassword,
      installationMails: users.mailAccounts.ofInstallation !== null,
    });
  };
  const back = (visit: CompanyVisit, done: string) => addressIn(visit, `${PATH}?hecho=${done}`);
  register({
    path: PATH,
    get: (visit) => show(visit),
    refill: (visit) => show(visit),
    async post(visit, reply) {
      const before = await own.company.file(visit.companyId);
      const told = await setServer(parts, visit, { before, reading: readServer(visit, before) });
      if (told === null) return reply.redirect(back(visit, 'servidor'), 303);
      reply.code(422);
      return show(visit, told);
    },
  });
  register({
    path: `${PATH}/quitar`,
    get: (visit, reply) => reply.redirect(addressIn(visit, PATH), 303),
    async post(visit, reply) {
      const before = await own.company.file(visit.companyId);
      const told = await setServer(parts, visit, { before, reading: withServer(before, null) });
      if (told === null) return reply.redirect(back(visit, 'quitado'), 303);
      reply.code(422);
      return show(visit, told);
    },
  });
  registerAddresses(register, parts, show);
}

/** Who is told by mail, whatever the server is. */
function registerAddresses(
  register: (page: Page<CompanyVisit>) => void,
  parts: ConsoleParts,
  show: (visit: CompanyVisit, told?: Told) => Promise<Markup>,
): void {
  register({
    path: `${PATH}/avisos`,
    get: (visit, reply) => reply.redirect(addressIn(visit, PATH), 303),
    refill: (visit) => show(visit),
    async post(visit, reply) {
      const before = await parts.own.company.file(visit.companyId);
      const file = companyFileOf(before.company);
      const { form } = visit;
      const addresses = {
        fallback_email: form.one('fallback_email') || null,
        rejections_email: form.one('rejections_email') || null,
      };
      const reading = readCompanyFile({ ...file, delivery: { ...file.delivery, ...addresses } });
      const problems = await keepReading(parts, visit, { before, reading, what: 'avisos por correo' });
      if (problems.length === 0) return reply.redirect(addressIn(visit, `${PATH}?hecho=avisos`), 303);
      reply.code(422);
      return show(visit, { problems });
    },
  });
}

const FIELDS = ['host', 'port', 'secure', 'user', 'from', 'fallback_email', 'rejections_email'] as const;

/** What was typed in the form that was posted; nothing of the other one. */
function typedIn({ form }: CompanyVisit): Partial<MailValues> {
  return Object.fromEntries(FIELDS.filter((name) => form.has(name)).map((name) => [name, form.one(name)]));
}

function readServer({ form }: CompanyVisit, before: StoredFile): CompanyFileReading {
  const port = form.one('port');
  return withServer(before, {
    host: form.one('host'),
    // What is no number is left for the schema to refuse.
    port: port === '' ? null : /^\d{1,6}$/.test(port) ? Number(port) : port,
    secure: form.one('secure') === 'yes',
    user: form.one('user') || null,
    from: form.one('from'),
  });
}

function withServer({ company }: StoredFile, smtp: unknown): CompanyFileReading {
  const file = companyFileOf(company);
  return readCompanyFile({ ...file, delivery: { ...file.delivery, smtp } });
}

/** Tries and keeps the server; what is wrong otherwise. Nobody holds a place while the server is waited for. */
async function setServer(
  { own, users }: ConsoleParts,
  { companyId, session, origin, form, place }: CompanyVisit,
  { before, reading }: { readonly before: StoredFile; readonly reading: CompanyFileReading },
): Promise<Told | null> {
  if (reading.kind === 'problems') return { problems: reading.problems };
  const context: OwnMailContext = {
    ownCompany: own.company,
    deeds: users.deeds,
    vault: own.vault,
    smtpPasswordOf: own.smtpPasswordOf,
    tries: own.mailTries,
    trier: { try: (trial) => place.outside(() => own.accountTrier.try(trial)) },
  };
  const [password = ''] = form.all('password');
  const by = doerOf(session, origin);
  const outcome = await setOwnMail(
    context,
    { by, companyId },
    { before, after: reading.company, password, to: session.email, toName: session.name },
  );
  if (outcome.kind === 'changed') return null;
  return { refusal: outcome.kind === 'overtaken' ? OVERTAKEN : outcome.reason };
}
