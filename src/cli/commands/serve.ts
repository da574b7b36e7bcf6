import type { Answer, Command, Surroundings } from '../command.ts';
import { openInstallation, refuseUnsafe, unlock } from '../installation.ts';
import { listenOn, refuseTakenPort } from '../listening.ts';
import { productionIsSimulated, refuseProduction } from '../production-guard.ts';
import { listenForStop } from '../stop-signal.ts';

export const serve: Command = {
  name: 'serve',
  places: [],
  options: {},
  summary: 'Run the service until it is told to end (Ctrl-C, SIGTERM).',
  run: (_invocation, surroundings) => runService(surroundings),
};

async function runService({ program: makeProgram, say, event }: Surroundings): Promise<Answer> {
  const program = makeProgram();
  const { settings } = program;
  const stop = listenForStop(() => process.exit(1));
  await using stack = new AsyncDisposableStack();
  await refuseTakenPort(settings);
  const installation = await openInstallation(program, stack, refuseUnsafe);
  const testCompaniesOnly = productionIsSimulated(settings);
  if (testCompaniesOnly)
    refuseProduction(
      await installation.office.companies.list(),
      'SELLO_HACIENDA_PRODUCTION_URL is on this machine',
    );
  const { createServer } = await unlock(program, installation);
  if (stop.signal.aborted) return ENDED;
  const server = createServer({
    haciendaTestUrl: settings.haciendaTestUrl,
    logLevel: settings.logLevel ?? 'info',
    testCompaniesOnly,
  });
  stack.defer(() => server.close());
  await listenOn(server, settings);
  event({ event: 'ready', url: settings.publicUrl, host: settings.host, port: settings.port });
  say(`Sello ${program.version} serves ${settings.publicUrl} (${settings.host}, port ${settings.port}).`);
  await stop.stopped;
  say('Ending: requests under way are finished first.');
  return ENDED;
}

const ENDED: Answer = { json: null, text: [] };
