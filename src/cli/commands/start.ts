import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Settings } from '../../config/settings.ts';
import { type Answer, type Call, ENDED } from '../command.ts';
import { CommandFailure, toFailure } from '../failure.ts';
import { type Installation, openInstallation, refuseUnsafe, unlockForNode } from '../installation.ts';
import { listenOn, refuseTakenPort, servicePlace } from '../listening.ts';
import { journalPath } from '../master-key.ts';
import { openOperatorPort } from '../open-node.ts';
import { refuseProduction } from '../production-guard.ts';
import type { Program } from '../program.ts';
import { curlLine, issueFirstInvoice } from '../sandbox/first-invoice.ts';
import { openSandboxCompany, sandboxEntry } from '../sandbox/sandbox-company.ts';
import { bannerLines, docsUrlOf, type SandboxSummary, summaryLines } from '../sandbox/sandbox-summary.ts';
import {
  ANY_PORT,
  readSimulatorPort,
  removeSimulatorAddress,
  writeSimulatorAddress,
  writeSimulatorPort,
} from '../sandbox/simulator-place.ts';
import { registerIssuer } from '../sandbox/test-authority.ts';
import { type SimulatorProcess, startSimulator } from '../simulator-process.ts';
import { type Losses, listenForStop, untilStopped } from '../stop-signal.ts';

export const start = runSandbox;

async function runSandbox(call: Call): Promise<Answer> {
  const { say, event } = call;
  const program = call.program();
  refuseContradictions(program.settings);
  await refuseTakenPort(servicePlace(program.settings));
  const stop = listenForStop(() => process.exit(1));
  try {
    for (const line of [`Sello ${program.version}, ambiente de pruebas`, ...bannerLines()]) say(line);
    const step = createSteps(say, stop.signal);
    const { summary, losses } = await openSandbox(call, step);
    event({ event: 'ready', ...eventOf(summary) });
    for (const line of summaryLines(summary)) say(line);
    await untilStopped(stop, losses);
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

/** Runs one step of a long start and shows that it is under way, and how long it took. */
type Step = <T>(label: string, work: () => Promise<T>) => Promise<T>;

/** Steps that are not begun any more once the signal says that the person has had enough. */
function createSteps(say: Call['say'], signal: AbortSignal): Step {
  return async (label, work) => {
    signal.throwIfAborted();
    say(`${label} ...`);
    const started = performance.now();
    const result = await work();
    say(`${label}: listo (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    signal.throwIfAborted();
    return result;
  };
}

async function openSandbox(
  { program: makeProgram, say, stack }: Call,
  step: Step,
): Promise<{ readonly losses: Losses; readonly summary: SandboxSummary }> {
  const program = makeProgram();
  const { settings } = program;
  const installation = await step('Base de datos', () => openAlone(program, stack));
  const starting = step('Hacienda simulada', () => startAuthority(settings, say));
  stack.defer(async () => (await starting.catch(() => null))?.stop());
  // Two processes start here, the simulator and the one that signs, and neither needs the other.
  const opening = step('Empresa ficticia', async () => {
    const unlocked = await unlockForNode(installation);
    return { unlocked, company: await openSandboxCompany(program, installation.office, unlocked.vault) };
  });
  const [simulator, { unlocked, company }] = await Promise.all([starting, opening]);
  await writeSimulatorAddress(settings.dataDir, simulator.url);
  stack.defer(() => removeSimulatorAddress(settings.dataDir));
  await registerIssuer(simulator.url, company.stored.company, company.secrets);
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
  await openOperatorPort({ installation, unlocked }, stack).catch(sayAndGoOn(say));
  const { key, stored } = company;
  const { publicUrl, dataDir } = settings;
  const summary = {
    invoice: await step('Primera factura', () => issueFirstInvoice(settings, key)),
    companyName: stored.company.name,
    key,
    publicUrl,
    entry: await sandboxEntry(installation.office, stored),
    simulatorUrl: simulator.url,
    dataDir,
    curl: curlLine(publicUrl, key, `venta-${randomBytes(4).toString('hex')}`),
  };
  return { losses: { database: installation.databaseLost, keys: unlocked.keysLost }, summary };
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
  refuseProduction(await installation.office.companies.production(), 'this is the sandbox');
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

function eventOf(summary: SandboxSummary) {
  const { invoice, key, publicUrl, simulatorUrl, dataDir, curl } = summary;
  return {
    url: publicUrl,
    docs_url: docsUrlOf(summary),
    simulator_url: simulatorUrl,
    data_dir: dataDir,
    api_key: key,
    curl,
    invoice,
  };
}
