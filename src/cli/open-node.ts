import type { CompanySlug } from '../core/identifiers/company-slug.ts';
import { whatFailOverCosts } from '../operations/installation/examine.ts';
import { type Installation, openForServing, refuseUnsafe, unlockForNode } from './installation.ts';
import { listenOn, operatorPlace } from './listening.ts';
import { journalPath } from './master-key.ts';
import { productionIsSimulated, refuseProduction, refuseShortQuarantine } from './production-guard.ts';
import type { Program, ServiceOptions, Unlocked } from './program.ts';

/** An unlocked installation and how a node of it is to run. */
export interface NodeOpening {
  readonly unlocked: Unlocked;
  readonly installation: Installation;
  readonly options: ServiceOptions;
}

const ON_THIS_MACHINE = 'SELLO_HACIENDA_PRODUCTION_URL is on this machine';

/** Opens the installation for a node that issues documents, as the operator where `open` says so; refuses what is unsafe. */
export async function openNode(
  program: Program,
  stack: AsyncDisposableStack,
  open: typeof openForServing = openForServing,
): Promise<NodeOpening> {
  const { settings } = program;
  const installation = await open(program, stack, refuseUnsafe);
  const { operates, office } = installation;
  const testCompaniesOnly = productionIsSimulated(settings);
  const known = operates ? await office.companies.production() : null;
  if (testCompaniesOnly) refuseProduction(known, ON_THIS_MACHINE);
  const unlocked = await unlockForNode(installation);
  const production = operates ? known : await unlocked.productionCompany();
  if (testCompaniesOnly) refuseProduction(production, ON_THIS_MACHINE);
  refuseShortQuarantine(production, settings);
  await unlocked.keepQuarantine();
  const { haciendaTestUrl, logLevel } = settings;
  const remarks = remarksOn(installation, production);
  return {
    unlocked,
    installation,
    options: {
      haciendaTestUrl,
      logLevel: logLevel ?? 'info',
      journals: journalPath(settings),
      testCompaniesOnly,
      remarks,
    },
  };
}

/** Opens the port of `/live`, `/ready` and `/metrics` unless it is turned off; it is closed by the stack. */
export async function openOperatorPort(
  { installation, unlocked }: Pick<NodeOpening, 'installation' | 'unlocked'>,
  stack: AsyncDisposableStack,
): Promise<void> {
  const { program, servingUrl } = installation;
  const place = operatorPlace(program.settings);
  if (place === null) return;
  const { masters, passOf } = unlocked;
  const server = await program.createOperatorServer({ databaseUrl: servingUrl, masters, passOf });
  stack.defer(() => server.close());
  await listenOn(server, place);
}

/** What is wrong with how a node runs although it may go on, each as a sentence. */
function remarksOn(
  { facts, operates, databaseUrl, servingUrl }: Installation,
  production: CompanySlug | null,
): readonly string[] {
  return [
    ...(facts.commitsWait || production === null ? [] : [`${whatFailOverCosts(production)}.`]),
    ...(facts.isInTheClear
      ? ['what goes to the PostgreSQL server on another machine can be read on the way (no TLS).']
      : []),
    ...(operates && servingUrl === databaseUrl && production !== null
      ? [
          `${production} is a production company, and this node serves with a login that can become the operator: give it one of its own (docs/operating.md, "Two logins").`,
        ]
      : []),
  ];
}
