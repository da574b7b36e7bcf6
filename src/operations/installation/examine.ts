import { formatInstant } from '../../core/calendar/instant.ts';
import { DAY_MS } from '../../core/calendar/spans.ts';
import type { CompanySlug } from '../../core/identifiers/company-slug.ts';
import type { SecretsRegistry } from '../companies/ports.ts';
import type { DatabaseFacts } from './ports.ts';

/** One thing that was looked at: what is so, and what to do about it where it is not right. */
export interface Check {
  readonly name: string;
  readonly status: 'ok' | 'warning' | 'problem';
  readonly message: string;
  /** Null where nothing is to be done. */
  readonly advice: string | null;
}

/** The Ministry takes weeks to renew. */
const WARN_DAYS = 60;
/** A node whose clock is further off from the database's numbers nothing. */
const CLOCK_TOLERANCE_MS = 5_000;
const OLDEST_POSTGRESQL = 15;

export function okay(name: string, message: string): Check {
  return { name, status: 'ok', message, advice: null };
}

export function problem(name: string, message: string, advice: string): Check {
  return { name, status: 'problem', message, advice };
}

export function warning(name: string, message: string, advice: string): Check {
  return { name, status: 'warning', message, advice };
}

/** What there is to say about a database that answers. */
export function examineDatabase(facts: DatabaseFacts): readonly Check[] {
  const { version, majorVersion } = facts;
  const answers = `PostgreSQL ${version} answers`;
  return [
    majorVersion >= OLDEST_POSTGRESQL
      ? okay('database', answers)
      : problem('database', answers, `Sello needs PostgreSQL ${OLDEST_POSTGRESQL} or newer.`),
    ...examineConnection(facts),
    examineSchema(facts),
    examineLogin(facts),
    examineDurability(facts),
    facts.timeZoneHolds
      ? okay('time zones', 'El Salvador is six hours behind UTC')
      : problem('time zones', 'America/El_Salvador is wrong', "Update the database server's time zone data."),
    examineClock(facts),
  ];
}

function examineConnection({ pooler, isInTheClear }: DatabaseFacts): readonly Check[] {
  return [
    isInTheClear
      ? warning(
          'connection',
          'goes to another machine in the clear',
          'Have the server offer TLS, and set sslmode=verify-full in DATABASE_URL.',
        )
      : okay('connection', 'nobody on the way can read it'),
    ...(pooler === 'none' ? [] : [POOLERS[pooler]]),
  ];
}

const POOLERS: Readonly<Record<'translating' | 'plain', Check>> = {
  translating: okay('pooler', 'keeps the prepared statements of its clients apart'),
  plain: okay('pooler', 'does not keep the prepared statements of its clients apart; none are used'),
};

function examineSchema({ pendingMigrations, foreignMigrations }: DatabaseFacts): Check {
  if (foreignMigrations.length > 0)
    return problem(
      'schema',
      `a newer version of Sello was here (${foreignMigrations.join(', ')})`,
      'Run that version.',
    );
  return pendingMigrations.length === 0
    ? okay('schema', 'is of this version')
    : warning(
        'schema',
        `${pendingMigrations.join(', ')} not applied yet`,
        'Run "sello migrate", or start the service.',
      );
}

function examineLogin({ loginNeeds }: DatabaseFacts): Check {
  return loginNeeds.length === 0
    ? okay('login', 'has the rights that it needs')
    : problem(
        'login',
        'lacks rights that the migrations need',
        `Run as a superuser of PostgreSQL: ${loginNeeds.join('; ')}.`,
      );
}

/** Judges the login that serves; `isOperatorToo` where the installation has one login for everything. */
export function examineServing(
  { name, excesses }: DatabaseFacts['login'],
  { isOperatorToo, production }: { readonly isOperatorToo: boolean; readonly production: CompanySlug | null },
): Check {
  const advice = 'Follow "Two logins" in docs/operating.md.';
  if (isOperatorToo)
    return production === null
      ? okay('serving login', `${name} is the operator's as well, which is fine without a production company`)
      : warning('serving login', `${name} serves ${production} and can become the operator`, advice);
  return excesses.length === 0
    ? okay('serving login', `${name} can serve and nothing else`)
    : problem('serving login', `${name} ${excesses.join(', ')}`, advice);
}

/**
 * Judges what a fail-over may cost; `goesOn` where nodes are to go on by themselves behind one. Another server that takes the
 * place of a database from which no commit waited for a standby may lack what was answered for last.
 */
export function examineFailOver(
  { commitsWait }: Pick<DatabaseFacts, 'commitsWait'>,
  { goesOn, production }: { readonly goesOn: boolean; readonly production: CompanySlug | null },
): Check {
  const name = 'fail-over';
  if (commitsWait)
    return okay(
      name,
      goesOn
        ? 'every commit waits for a standby, and nodes go on by themselves on the one that takes over'
        : 'every commit waits for a standby; nodes wait for "sello reconcile" on the one that takes over',
    );
  const cost = whatFailOverCosts(production);
  if (goesOn)
    return problem(
      name,
      cost,
      'Set synchronous_standby_names, or unset SELLO_FAIL_OVER: it promises otherwise.',
    );
  return production === null
    ? okay(name, 'no commit waits for a standby, which is fine without a production company')
    : warning(name, cost, 'Follow "A machine dies" in docs/scale.md.');
}

/** What a fail-over may cost where no commit waits for a standby. */
export function whatFailOverCosts(production: CompanySlug | null): string {
  const whose = production === null ? '' : ` of ${production}`;
  return `no commit waits for a standby: where this server dies, the last documents${whose} that were answered for may be in the journals alone, and nothing is issued until "sello reconcile" has run`;
}

function examineDurability({ unsafeSettings }: DatabaseFacts): Check {
  return unsafeSettings.length === 0
    ? okay('durability', 'a committed document survives a power cut')
    : problem('durability', unsafeSettings.join(', '), 'Turn these settings of PostgreSQL on.');
}

function examineClock({ clockAheadMs }: DatabaseFacts): Check {
  const apart = `${Math.abs(clockAheadMs)} ms apart from this machine's`;
  return Math.abs(clockAheadMs) <= CLOCK_TOLERANCE_MS
    ? okay('clock', apart)
    : problem('clock', apart, 'Synchronise the clocks of both machines (NTP): nothing is numbered before.');
}

type Setup = Awaited<ReturnType<SecretsRegistry['setup']>>;

/** Whether a company has all it needs to issue. */
export function examineSetup(slug: CompanySlug, setup: Setup, nowMs: number): readonly Check[] {
  return [
    examineCertificate(slug, setup, nowMs),
    setup.user === null
      ? problem(
          `${slug}: credentials`,
          'none',
          `Run "sello credentials set ${slug} --user U --password-file F".`,
        )
      : okay(`${slug}: credentials`, `user ${setup.user}`),
    setup.liveKeys === 0
      ? warning(`${slug}: API keys`, 'none', `Run "sello key create ${slug}".`)
      : okay(`${slug}: API keys`, `${setup.liveKeys} live`),
  ];
}

function examineCertificate(slug: CompanySlug, { certificate }: Setup, nowMs: number): Check {
  const name = `${slug}: certificate`;
  const advice = `Run "sello certificate import ${slug} FILE --password-file F" with a valid one.`;
  if (certificate === null) return problem(name, 'none', advice);
  const { notBeforeMs, notAfterMs } = certificate;
  const until = formatInstant(Math.floor(notAfterMs));
  if (nowMs > notAfterMs) return problem(name, `expired ${until}`, advice);
  if (nowMs < notBeforeMs)
    return problem(name, `not valid before ${formatInstant(Math.floor(notBeforeMs))}`, advice);
  const days = Math.floor((notAfterMs - nowMs) / DAY_MS);
  const message = `valid until ${until}, ${days} ${days === 1 ? 'day' : 'days'} left`;
  return days > WARN_DAYS
    ? okay(name, message)
    : warning(name, message, 'Ask the Ministry for a new one now.');
}
