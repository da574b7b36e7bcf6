import type { Settings } from '../../config/settings.ts';
import type { Ambiente } from '../../core/dte/kinds.ts';
import type { StoredCompany } from '../../operations/companies/ports.ts';
import { type Check, okay, problem, warning } from '../../operations/installation/examine.ts';
import { productionAmong, productionIsSimulated, refuseProduction } from '../production-guard.ts';
import { whyUnreachable } from '../reach.ts';
import { testAuthority } from '../sandbox/simulator-place.ts';
import { clauseOf } from './examined-company.ts';

const REACH_TIMEOUT_MS = 5_000;

/** What is so about the authorities of the companies. */
export interface AuthoritiesExamination {
  readonly checks: readonly Check[];
  /** Where companies may be signed in: what can be reached and may be where it is. */
  readonly reached: ReadonlyMap<Ambiente, string>;
}

/** Whether the authorities of the companies can be reached, and may be where they are. */
export async function examineAuthorities(
  settings: Settings,
  companies: readonly StoredCompany[],
): Promise<AuthoritiesExamination> {
  const environments = [...new Set(companies.map(({ company }) => company.ambiente))].sort();
  const reaches = await Promise.all(
    environments.map(async (ambiente) => ({
      ambiente,
      ...(await (ambiente === '00'
        ? examineTestAuthority(settings, companies)
        : examineReach(`Hacienda, environment ${ambiente}`, settings.haciendaProductionUrl))),
    })),
  );
  const usable = reaches.filter(({ ambiente }) => ambiente === '00' || !productionIsSimulated(settings));
  return {
    checks: [...examineGuard(settings, companies), ...reaches.map(({ check }) => check)],
    reached: new Map(
      usable.flatMap(({ ambiente, url }): readonly [Ambiente, string][] =>
        url === null ? [] : [[ambiente, url]],
      ),
    ),
  };
}

interface Reach {
  readonly check: Check;
  /** Null where nobody answers. */
  readonly url: string | null;
}

/** The service refuses to start where a simulator could stamp for a production company. */
function examineGuard(settings: Settings, companies: readonly StoredCompany[]): readonly Check[] {
  if (!productionIsSimulated(settings)) return [];
  try {
    refuseProduction(productionAmong(companies), 'SELLO_HACIENDA_PRODUCTION_URL is on this machine');
    return [];
  } catch (error) {
    const advice = 'Unset SELLO_HACIENDA_PRODUCTION_URL.';
    return [problem('production', clauseOf(error), advice)];
  }
}

/** The sandbox brings its own authority, so nothing of it asks whether the real one can be reached. */
async function examineTestAuthority(settings: Settings, companies: readonly StoredCompany[]): Promise<Reach> {
  const name = 'Hacienda, environment 00';
  const tested = companies.filter(({ company }) => company.ambiente === '00');
  const { kind, url } = await testAuthority(
    settings,
    tested.map(({ company }) => company.slug),
  );
  if (kind === 'named') return examineReach(name, url);
  if (kind === 'simulator') return examineSimulator(name, url);
  const check = okay(name, 'the sandbox is not running; its simulator comes with "npm start"');
  return { check, url: null };
}

async function examineSimulator(name: string, url: string): Promise<Reach> {
  const reason = await whyUnreachable(url, REACH_TIMEOUT_MS);
  if (reason === null) return { check: okay(name, `the sandbox's simulator at ${url} can be reached`), url };
  const message = `the sandbox's simulator at ${url} cannot be reached: ${reason}`;
  const check = warning(name, message, 'The sandbox was killed: "npm start" starts both anew.');
  return { check, url: null };
}

/** Documents are issued into contingency meanwhile, so an authority out of reach is no problem yet. */
async function examineReach(name: string, url: string): Promise<Reach> {
  const reason = await whyUnreachable(url, REACH_TIMEOUT_MS);
  if (reason === null) return { check: okay(name, `${url} can be reached`), url };
  const advice = 'Check the network; until then documents go into contingency.';
  return { check: warning(name, `${url} cannot be reached: ${reason}`, advice), url: null };
}
