import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Settings } from '../../config/settings.ts';
import type { Answer, Command, Surroundings } from '../command.ts';
import { CommandFailure, toFailure } from '../failure.ts';
import { type Installation, openInstallation, refuseUnsafe, unlockForNode } from '../installation.ts';
import { listenOn, refuseTakenPort, servicePlace } from '../listening.ts';
import { journalPath } from '../master-key.ts';
import { openOperatorPort } from '../operator-port.ts';
import { productionAmong, refuseProduction } from '../production-guard.ts';
import type { Program } from '../program.ts';
import { curlLine, issueFirstInvoice } from '../sandbox/first-invoice.ts';
import { createSteps, type Step } from '../sandbox/progress.ts';
import { registerIssuer } from '../sandbox/register-issuer.ts';
import { openSandboxCompany } from '../sandbox/sandbox-company.ts';
import { bannerLines, type SandboxSummary, summaryLines } from '../sandbox/sandbox-summary.ts';
import { sandboxEntry } from '../sandbox/sandbox-user.ts';
import { removeSimulatorAddress, writeSimulatorAddress } from '../sandbox/simulator-address.ts';
import { ANY_PORT, readSimulatorPort, writeSimulatorPort } from '../sandbox/simulator-port.ts';
import { type SimulatorProcess, startSimulator } from '../simulator-process.ts';
import { listenForStop, untilStopped } from '../stop-signal.ts';

export const start: Command = {
  name: 'start',
  places: [],
  options: {},
  summary: 'Run the sandbox: database, simulated Hacienda, a fictitious company and its first invoice.',
  run: (_invocation, surroundings) => runSandbox(surroundings),
};

const ENDED: Answer = { json: null, text: [] };

async function runSandbox(surroundings: Surroundings): Promise<Answer> {
  const { say, event } = surroundings;
  const program = surroundings.program();
  refuseContradictions(program.settings);
  await refuseTakenPort(servicePlace(program.settings));
  const stop = listenForStop(() => process.exit(1));
  await using stack = new AsyncDisposableStack();
  try {
    for (const line of [`Sello ${program.version}, ambiente de pruebas`, ...bannerLines()]) say(line);
    const step = createSteps(say, stop.signal);
    const { installation, summary } = await openSandbox({ program, say, step, stack });
    event({ event: 'ready', ...eventOf(summary) });
    for (const line of summaryLines(summary)) say(line);
    await untilStopped(stop, installation.databaseLost);
  } catch (error) {
    if (stop.signal.aborted) return ENDED;
    throw error;
  }
  say('Terminando: antes se atienden las solicitudes en curso.');
  return ENDED;
}

/** The sandbox brings its own authority; with another one set, something else was meant. */
function refuseContradictions({ given }: Settings): void {
  const contradiction = ['SELLO_HACIENDA_TEST_URL', 'SELLO_HACIENDA_PRODUCTION_URL'].find((name) =>
    given.has(name),
  );
  if (contradiction === undefined) return;
  throw new CommandFailure(
    'bad_settings',
    `"start" runs the sandbox with a simulated Hacienda of its own: unset ${contradiction}, or run "sello serve".`,
  );
}

async function openSandbox({
  program,
  say,
  step,
  stack,
}: {
  readonly program: Program;
  readonly say: (line: string) => void;
  readonly step: Step;
  readonly stack: AsyncDisposableStack;
}): Promise<{ readonly installation: Installation; readonly summary: SandboxSummary }> {
  const { settings } = program;
  const installation = await step('Base de datos', () => openAlone(program, stack));
  const simulator = await step('Hacienda simulada', () => startAuthority(settings, say));
  stack.defer(() => simulator.stop());
  await writeSimulatorAddress(settings.dataDir, simulator.url);
  stack.defer(() => removeSimulatorAddress(settings.dataDir));
  const unlocked = await unlockForNode(program, installation);
  const company = await step('Empresa ficticia', async () => {
    const opened = await openSandboxCompany(program, installation.office, unlocked.vault);
    const { nit, ambiente } = opened.stored.company;
    const { certificate, authorityPassword: password } = opened.secrets;
    await registerIssuer(simulator.url, { nit, ambiente, password, certificate });
    return opened;
  });
  await unlocked.keepQuarantine();
  const server = unlocked.createServer({
    haciendaTestUrl: simulator.url,
    logLevel: settings.logLevel ?? 'warn',
    journals: journalPath(settings),
    testCompaniesOnly: true,
    remarks: [],
  });
  stack.defer(() => server.close());
  await listenOn(server, servicePlace(settings));
  await openOperatorPort(program, { installation, unlocked }, stack).catch(sayAndGoOn(say));
  const invoice = await step('Primera factura', () => issueFirstInvoice(settings, company.key));
  const entry = await sandboxEntry(installation.office, company.stored);
  const { publicUrl, dataDir } = settings;
  const reference = `venta-${randomBytes(4).toString('hex')}`;
  const summary = {
    invoice,
    companyName: company.stored.company.name,
    key: company.key,
    publicUrl,
    entry,
    docsUrl: `${publicUrl}/docs`,
    simulatorUrl: simulator.url,
    dataDir,
    curl: curlLine(publicUrl, company.key, reference),
  };
  return { installation, summary };
}

/** Nobody watches over a sandbox, so a port that another program has keeps nobody from trying it. */
function sayAndGoOn(say: (line: string) => void): (error: unknown) => void {
  return (error) => {
    const { code, message } = toFailure(error);
    if (code !== 'cannot_listen') throw error;
    say(`Sin /live ni /ready: ${message}`);
  };
}

/** Two sandboxes on one database would run two authorities on one state file. */
async function openAlone(program: Program, stack: AsyncDisposableStack): Promise<Installation> {
  const installation = await openInstallation(program, stack, refuseUnsafe);
  const hold = await program.takeHold(installation.databaseUrl, 'sandbox');
  if (hold === null)
    throw new CommandFailure(
      'already_running',
      `Another sandbox is running on ${program.settings.dataDir}: end it, or set SELLO_DATA_DIR to another folder.`,
    );
  stack.defer(() => hold.release());
  refuseProduction(productionAmong(await installation.office.companies.list()), 'this is the sandbox');
  return installation;
}

/** On the port of the last start where it is still free, so that what a person noted down goes on being right. */
async function startAuthority(settings: Settings, say: (line: string) => void): Promise<SimulatorProcess> {
  const { dataDir, simulatorPort } = settings;
  const startOn = (port: number) =>
    startSimulator({
      stateFile: join(dataDir, 'simulator.jsonl'),
      port,
      onRestart: () => say('La Hacienda simulada terminó por sí sola y arranca de nuevo.'),
    });
  if (simulatorPort !== ANY_PORT) return startOn(simulatorPort);
  const simulator = await startOn(await readSimulatorPort(dataDir)).catch(() => startOn(ANY_PORT));
  await writeSimulatorPort(dataDir, Number(new URL(simulator.url).port));
  return simulator;
}

function eventOf({ invoice, key, publicUrl, docsUrl, simulatorUrl, dataDir, curl }: SandboxSummary) {
  return {
    url: publicUrl,
    docs_url: docsUrl,
    simulator_url: simulatorUrl,
    data_dir: dataDir,
    api_key: key,
    curl,
    invoice,
  };
}
