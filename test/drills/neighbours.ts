import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  invoicesOf,
  type LoadPlan,
  type Measured,
  runLoad,
  showStatuses,
  type Target,
} from '../../bench/rig/load.ts';
import { type Program, startProgram } from '../../bench/rig/program.ts';
import type { Resident } from '../support/house-company.ts';
import { callerOf, openConnections, textOf } from '../support/http-caller.ts';
import { invoiceBody } from '../support/request-bodies.ts';
import type { Misbehaviour } from '../support/simulator-control.ts';
import { broken, type Drill, type DrillOptions, type DrillResult, together, unless } from './options.ts';
import { openRig, type Rig } from './rig.ts';
import { judgeTurns, takeTurns } from './turns.ts';

const TIMES = { callTimeoutMs: 2_000, requestBudgetMs: 5_000, quarantineMs: 20_000 };
/** What part of all companies each kind is. */
const SHARE_REFUSED = 0.2;
const SHARE_SILENT = 0.2;
/** Sales of each quiet company, and of each whose authority does not answer. */
const QUIET_PER_SECOND = 0.4;
const DARK_PER_SECOND = 0.25;
const CONNECTIONS = { flood: 64, receipt: 32, keys: 64 };
/** Neighbours send from machines of their own, so that here they send with what the service and its callers leave of the processors. */
const NOISY_PRIORITY = 10;
const INVENTED_KEYS = 2_000;
const TURNS = 3;
/** The neighbours are under way, and most circuits open, before the quiet ones are looked at. */
const LEAD_MS = 8_000;
const PROMISED_MS = 60_000;
const OUTAGE_SALES = 8;
const PATIENCE_MS = 5 * 60_000;
const EVER = 1_000_000;

interface Street {
  readonly quiet: readonly Resident[];
  readonly refused: readonly Resident[];
  readonly silent: readonly Resident[];
  readonly floods: Resident;
  /** Whose receipt a stranger has the link of. */
  readonly holds: Resident;
}

interface Scene {
  readonly rig: Rig;
  readonly url: string;
  readonly street: Street;
  /** Loads in processes of their own: the quiet ones are measured by one that does nothing else. */
  readonly measuring: Program;
  readonly noisy: Program;
  readonly turnMs: number;
  readonly say: DrillOptions['say'];
}

/**
 * One cycle is a company. A fifth of them have passwords that the authority refuses, for a fifth it is silent, one floods,
 * a stranger opens the receipt of one as fast as it goes, another invents keys, and the others sell now and then: first
 * by turns alone and beside all of these. Then their authority falls silent until their documents are formal, and comes back to
 * them alone.
 */
export const neighbours: Drill = async (options) => {
  const rig = await openRig({ companies: options.cycles, times: TIMES, main: options.main });
  const programs = await Promise.all([startProgram('load'), startProgram('load')]);
  const [measuring, noisy] = programs;
  setPriority(noisy.pid, NOISY_PRIORITY);
  try {
    const { url } = await rig.startNode();
    const turnMs = (options.minutes * 60_000) / 30;
    const scene = { rig, url, street: streetOf(rig.companies), measuring, noisy, turnMs, say: options.say };
    const figures = { companies: options.cycles, quiet: scene.street.quiet.length };
    return together({ figures }, await compare(scene), await returnOfTheAuthority(scene));
  } finally {
    await Promise.all(programs.map((program) => program.end()));
    await rig.close();
  }
};

function streetOf(companies: readonly Resident[]): Street {
  const refused = Math.round(companies.length * SHARE_REFUSED);
  const dark = refused + Math.round(companies.length * SHARE_SILENT);
  const [floods, holds, ...quiet] = companies.slice(dark);
  if (floods === undefined || holds === undefined || quiet.length === 0) throw new Error('too few companies');
  return {
    refused: companies.slice(0, refused),
    silent: companies.slice(refused, dark),
    floods,
    holds,
    quiet,
  };
}

async function compare(scene: Scene): Promise<DrillResult> {
  const { rig, street, url, measuring, turnMs, say } = scene;
  const plan = {
    targets: invoicesOf(url, street.quiet),
    perSecond: QUIET_PER_SECOND * street.quiet.length,
    connections: 1_000,
    durationMs: turnMs,
  };
  const noise = await noiseOf(scene);
  const turns = await takeTurns({
    turns: TURNS,
    leadMs: LEAD_MS,
    measure: () => runLoad(measuring, plan),
    noise: async () => {
      await rig.authority.script(...darkness(street));
      const durationMs = LEAD_MS + turnMs;
      return Promise.all(noise.map((one) => runLoad(scene.noisy, { ...one, durationMs })));
    },
    say,
  });
  const sum = (of: (one: Measured) => number) => turns.beside.reduce((total, one) => total + of(one), 0);
  const [stamped, answered] = [sum((one) => one.stamped), sum((one) => one.answered)];
  const answers = NAMES.map((name, place) => [
    name,
    turns.told.map((turn) => (turn[place] === undefined ? '' : showStatuses(turn[place]))).join(' / '),
  ]);
  return together(judgeTurns(turns), {
    figures: { quiet_answers: answered, ...Object.fromEntries(answers) },
    violations: unless(stamped >= answered, 'quiet ones not stamped', `${answered - stamped} of ${answered}`),
  });
}

/** Who makes the noise. */
const NAMES = ['flood', 'dark', 'receipt', 'keys'];

function darkness({ refused, silent }: Pick<Street, 'refused' | 'silent'>): readonly Misbehaviour[] {
  return [
    ...refused.map(({ nit }) => ({ service: 'auth', action: 'auth_error', times: EVER, nit })),
    ...silent.map(({ nit }) => ({ service: 'all', action: 'silence', times: EVER, nit })),
  ];
}

/** In the order of `NAMES`. Strangers come from addresses of their own. */
async function noiseOf({ url, street, rig }: Scene): Promise<readonly Omit<LoadPlan, 'durationMs'>[]> {
  const { floods, holds, refused, silent } = street;
  const dark = [...refused, ...silent];
  const receipt: Target = { url, key: '', method: 'GET', path: await receiptOf(url, holds) };
  const keys = Array.from({ length: INVENTED_KEYS }, (_, place) => inventedKey(rig.companies, place));
  return [
    { targets: invoicesOf(url, [floods]), connections: CONNECTIONS.flood },
    { targets: invoicesOf(url, dark), connections: 1_000, perSecond: DARK_PER_SECOND * dark.length },
    { targets: [receipt], connections: CONNECTIONS.receipt, localAddress: '127.0.0.2' },
    {
      targets: keys.map((key): Target => ({ url, key, method: 'GET', path: '/status/none' })),
      connections: CONNECTIONS.keys,
      localAddress: '127.0.0.3',
    },
  ];
}

/** A key of the right form: half of them name a key that there is. */
function inventedKey(companies: readonly Resident[], place: number): string {
  const { key = '' } = companies[place % companies.length] ?? {};
  const digits = String(place).padStart(6, '0');
  return place % 2 === 0 ? `${key.slice(0, -6)}${digits}` : key.replace(/\w{6}/, digits);
}

async function receiptOf(url: string, holder: Resident): Promise<string> {
  const connections = openConnections();
  try {
    const caller = callerOf(connections, url, holder.key);
    const answer = await caller.post('/invoice', invoiceBody({ external_ref: 'receipt' }));
    const link = new URL(textOf(answer, 'invoice_url'));
    return `${link.pathname}${link.search}`;
  } finally {
    await connections.destroy();
  }
}

/** Documents of these companies that no event lists, and events of theirs. */
const STANDING = `
  SELECT (SELECT count(DISTINCT company_id)::int FROM documents
          WHERE company_id = ANY ($1) AND contingency_type IS NOT NULL) AS formal,
         (SELECT count(DISTINCT company_id)::int FROM contingency_events WHERE company_id = ANY ($1)) AS events,
         (SELECT count(DISTINCT company_id)::int FROM contingency_events
          WHERE company_id = ANY ($1) AND sealed_at IS NOT NULL) AS sealed`;

async function returnOfTheAuthority({ rig, url, street, say }: Scene) {
  const { quiet, refused, silent } = street;
  await rig.authority.script(...darkness({ refused: [], silent: quiet }));
  await sellInTheOutage(url, quiet);
  const standing = async (companies: readonly Resident[]) => {
    const [row] = await rig.postgres.sql(STANDING, [companies.map(({ companyId }) => companyId)]);
    return (what: string) => Number(row?.[what]);
  };
  const until = async (what: string, companies: readonly Resident[]): Promise<number> => {
    const started = performance.now();
    for (;;) {
      const count = (await standing(companies))(what);
      const ms = performance.now() - started;
      if (count === companies.length || ms > PATIENCE_MS) {
        say(`${count} of ${companies.length} companies: ${what}, after ${Math.round(ms)} ms`);
        return Math.round(ms);
      }
      await sleep(200);
    }
  };
  await until('formal', [...quiet, ...refused, ...silent]);
  await rig.authority.behave();
  await rig.authority.script(...darkness({ refused, silent }));
  const quietMs = await until('events', quiet);
  const sealedMs = quietMs + (await until('sealed', quiet));
  await rig.authority.behave();
  await rig.authority.script(...darkness({ refused, silent: [] }));
  const silentMs = await until('events', silent);
  const late = Object.entries({ quiet: quietMs, silent: silentMs }).filter(([, ms]) => ms > PROMISED_MS);
  return {
    figures: { events_of_quiet_ms: quietMs, sealed_of_quiet_ms: sealedMs, events_of_silent_ms: silentMs },
    violations: broken(
      'event late',
      late.map(([whose, ms]) => `${whose}: ${ms} ms`),
    ),
  };
}

/** Enough of each company for its circuit to open and for documents that nothing of was sent. */
async function sellInTheOutage(url: string, companies: readonly Resident[]): Promise<void> {
  const connections = openConnections();
  try {
    await Promise.all(
      companies.map(async ({ key }) => {
        const caller = callerOf(connections, url, key);
        for (let sale = 1; sale <= OUTAGE_SALES; sale += 1)
          await caller.post('/invoice', invoiceBody({ external_ref: `outage-${sale}` }));
      }),
    );
  } finally {
    await connections.destroy();
  }
}
