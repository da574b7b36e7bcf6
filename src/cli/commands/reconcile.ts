import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Reconciled } from '../../operations/installation/reconcile-ports.ts';
import { leaseMs } from '../../operations/sending/send.ts';
import { integerOption } from '../arguments.ts';
import type { Answer, Call } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { openInstallation } from '../installation.ts';
import { journalPath } from '../master-key.ts';
import { type NodeOpening, openNode } from '../open-node.ts';
import { isOfMonth, reconcileMonth } from './reconcile-month.ts';

export const reconcile = (call: Call): Promise<Answer> =>
  isOfMonth(call) ? reconcileMonth(call) : runReconcile(call);

const MOST_NUMBERS = 999_999_999;
const MOST_DAYS = 3_650;

async function runReconcile(call: Call): Promise<Answer> {
  const program = call.program();
  const others = call.options.get('journals');
  const request = {
    folders: [journalPath(program.settings), ...(others === undefined ? [] : [resolve(others)])],
    skip: integerOption(call, 'skip', { min: 0, max: MOST_NUMBERS, byDefault: null }),
    days: integerOption(call, 'days', { min: 0, max: MOST_DAYS, byDefault: null }),
    leaseMs: leaseMs({ callTimeoutMs: program.settings.haciendaTimeoutMs }),
  };
  const node = await openNode(program, call.stack, openInstallation);
  const reconciled = await node.unlocked.reconcile(request);
  if (reconciled.kind === 'journals_missing') throw journalsMissing(reconciled);
  if (reconciled.kind === 'clocks_apart') throw clocksApart(reconciled);
  if (reconciled.kind === 'nothing') return nothingLost(reconciled);
  for (const line of told(reconciled)) call.say(line);
  const open = await askAboutOpen(node, call.stack);
  return {
    json: { ...reconciled, open },
    text: [
      open === 0
        ? 'Hacienda was asked about every document without a verdict. Numbers are given again.'
        : `${open} documents are yet to be asked about, which the nodes go on with. Numbers are given again.`,
    ],
  };
}

function clocksApart({ clockAheadMs }: Extract<Reconciled, { kind: 'clocks_apart' }>): CommandFailure {
  return new CommandFailure(
    'clocks_apart',
    `The database's clock is ${clockAheadMs} ms ahead of this machine's: set the wrong one first, because leases and quarantines begin anew by the database's.`,
  );
}

function journalsMissing({
  obstacle,
  nodes,
}: Extract<Reconciled, { kind: 'journals_missing' }>): CommandFailure {
  const missing =
    nodes.length === 0
      ? 'and no journal of any node is here'
      : `and the journals of these nodes are not here: ${nodes.join(', ')}`;
  return new CommandFailure(
    'journals_missing',
    `The database has forgotten something (${obstacle}), ${missing}. Name a folder with them (--journals DIR), or say how many numbers of each series may have been given that nobody here knows of (--skip N).`,
  );
}

function nothingLost({ doubtUntilMs }: Extract<Reconciled, { kind: 'nothing' }>): Answer {
  const until = doubtUntilMs === null ? null : new Date(doubtUntilMs).toISOString();
  const text = ['The database has forgotten nothing that the journals here know of: nothing to do.'];
  const doubt = `References that are new are asked about until ${until}; "sello reconcile --days 0" ends that.`;
  return { json: { kind: 'nothing', doubt_until: until }, text: until === null ? text : [...text, doubt] };
}

function told(reconciled: Extract<Reconciled, { kind: 'reconciled' }>): readonly string[] {
  const { obstacle, restored, journals, unreadableLines, conflicts, lost, moved, codes } = reconciled;
  return [
    `The database had forgotten something: ${obstacle}.`,
    `${restored} documents were put back from ${journals} journals (${unreadableLines} lines cut off).`,
    ...(lost === 0
      ? []
      : [
          `${lost} documents could not be put back: their company, or their beginning, is in no backup or journal.`,
        ]),
    ...conflicts.map((one) => `${one} stands under another document now: look at both.`),
    ...moved.map(
      ({ slug, environment, fiscalYear, scope, lastNumber }) =>
        `${slug}, environment ${environment}, ${fiscalYear}, series "${scope}": moved on to ${lastNumber}.`,
    ),
    `New references are asked about under ${codes} generation codes before anything of them leaves.`,
  ];
}

const PATIENCE_MS = 120_000;
const POLL_MS = 250;

/** Works in the background until nothing is left to ask, or the authority stays silent; answers how much is left. */
async function askAboutOpen(
  { unlocked, options }: NodeOpening,
  stack: AsyncDisposableStack,
): Promise<number> {
  const untilMs = performance.now() + PATIENCE_MS;
  let [open, before, sinceMs] = [await unlocked.countToAsk(), -1, performance.now()];
  if (open === 0) return 0;
  const worker = unlocked.createWorker(options);
  stack.defer(() => worker.close());
  while (open > 0 && performance.now() < untilMs) {
    if (open !== before) [before, sinceMs] = [open, performance.now()];
    if (performance.now() - sinceMs > PATIENCE_MS / 4) break;
    await sleep(POLL_MS);
    open = await unlocked.countToAsk();
  }
  return open;
}
