import type { CompanySlug } from '../../core/identifiers/company-slug.ts';
import type { SpreadFacts, SpreadServer } from './distribution-ports.ts';
import { type Check, okay, problem, warning } from './examine.ts';

/** Further apart, and a verdict of one server would be dated before the sale on another. */
const CLOCK_TOLERANCE_MS = 5_000;
/** More would be a page. */
const SHOWN = 3;

/** What there is to say about a database that is spread over several servers; nothing about one that is not. */
export function examineSpread(facts: SpreadFacts | null, production: CompanySlug | null): readonly Check[] {
  if (facts === null) return [];
  return [
    examineServers(facts),
    examineLeft(facts),
    ...facts.servers.flatMap((one) => examineServer(one, production)),
  ];
}

function examineServers({ servers, apart }: SpreadFacts): Check {
  const told = servers.map(({ name, parts }) => `${name} has ${parts}`).join(', ');
  const message = `companies are spread over ${servers.filter(({ parts }) => parts > 0).length} servers (parts: ${told})`;
  return apart.length === 0
    ? okay('servers', message)
    : problem(
        'servers',
        `${apart.join(', ')} lie apart from the other tables of their companies`,
        'Give them the colocation of documents: see "A machine is full" in docs/scale.md.',
      );
}

function examineLeft({ left }: SpreadFacts): Check {
  if (left.length === 0) return okay('spread', 'every table, function and right is where it has to be');
  const more = left.length > SHOWN ? ` And ${left.length - SHOWN} more.` : '';
  return problem(
    'spread',
    `not everything is where it has to be: ${left.slice(0, SHOWN).join(' ')}${more}`.replace(/\.$/, ''),
    'Run "sello distribute", and with --apply.',
  );
}

function examineServer(server: SpreadServer, production: CompanySlug | null): readonly Check[] {
  const { name, isActive, isFirst, clockAheadMs } = server;
  const title = `server ${name}`;
  if (!isActive || clockAheadMs === null)
    return [
      problem(title, isActive ? 'does not answer' : 'is not active', 'See pg_dist_node and its own log.'),
    ];
  if (Math.abs(clockAheadMs) > CLOCK_TOLERANCE_MS)
    return [
      problem(
        title,
        `its clock is ${clockAheadMs} ms ahead of the first server's`,
        'Synchronise the clocks (NTP).',
      ),
    ];
  return isFirst ? [] : [examineStandby(title, server, production)];
}

/** Nodes notice what the first server has forgotten behind a fail-over, and of the others only what refers to it. */
function examineStandby(title: string, { commitsWait }: SpreadServer, production: CompanySlug | null): Check {
  if (commitsWait === true) return okay(title, 'every commit waits for a standby');
  const cost = 'no commit waits for a standby there: what it forgets when it fails over, no node notices';
  return production === null
    ? warning(title, cost, 'Set synchronous_standby_names there before a company issues in production.')
    : problem(
        title,
        `${cost}, and ${production} issues in production`,
        'Set synchronous_standby_names there.',
      );
}
