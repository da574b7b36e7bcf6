import { setTimeout as sleep } from 'node:timers/promises';
import { documentsOf } from '../../src/core/certifying/matrix.ts';
import { TIPOS_DTE, type TipoDte } from '../../src/core/dte/kinds.ts';
import type { Resident } from '../support/house-company.ts';
import { numberOf } from './gather-evidence.ts';
import { broken, type Drill, type DrillResult, together, unless } from './options.ts';
import { onRig, type Scene } from './scene.ts';

/** A killed holder's lease lasts five seconds. */
const TIMES = { callTimeoutMs: 500, requestBudgetMs: 4_000, quarantineMs: 900_000 };

const ESTABLISHMENTS = [
  { code: 'M001', points_of_sale: ['P001', 'P002'] },
  { code: 'S002', points_of_sale: ['P001'] },
];
const FILES = ['v1', 'v2'].map((schema_generation) => ({
  schema_generation,
  establishments: ESTABLISHMENTS,
}));

const PER_SECOND = 20;
const LOOK_MS = 15;
/** Events and invalidations, which come beside the documents. */
const EVENTS = 10;

/** One cycle is a campaign killed, evenly over all that it has to send, for a company of each generation. */
const certifyOf = (types: readonly TipoDte[]): Drill =>
  onRig(
    { companies: FILES.length, files: FILES, times: TIMES, simulator: ['--dates', 'strict'] },
    async (scene) => {
      const results: DrillResult[] = [];
      for (const company of scene.rig.companies) results.push(await certifyOne(scene, company, types));
      const [documents = 0, events = 0, kills = 0] = (['documents', 'events', 'kills'] as const).map((name) =>
        results.reduce((sum, { figures }) => sum + Number(figures[name]), 0),
      );
      return together(...results, { figures: { documents, events, kills } });
    },
  );

export const certify: Drill = certifyOf(TIPOS_DTE);
/** The fewest documents. */
export const shortCertify: Drill = certifyOf(['14']);

async function certifyOne(
  { rig, options, late }: Scene,
  company: Resident,
  types: readonly TipoDte[],
): Promise<DrillResult> {
  const args = ['certify', company.slug, '--types', types.join(), '--per-second', String(PER_SECOND)];
  const wanted = types.reduce((sum, type) => sum + documentsOf(type), 0);
  let kills = 0;
  while (kills < options.cycles && !late()) {
    const command = rig.start(args);
    const isOver = command.exited.then(() => true);
    const at = Math.floor(((wanted + EVENTS) * (kills + 0.5)) / options.cycles);
    while ((await judged(rig, company)) < at && !(await Promise.race([isOver, sleep(LOOK_MS, false)])));
    await command.signal('SIGKILL');
    kills += 1;
    options.say(`${company.slug}: killed ${kills} times, the last time at ${await judged(rig, company)}`);
  }
  const ended = await rig.sello(args);
  return judge(rig, company, { wanted, kills, ended });
}

type Rig = Scene['rig'];

/** What the authority has judged of a company. */
async function judged({ authority }: Rig, { nit }: Resident): Promise<number> {
  const all = await Promise.all([authority.ledger(nit), authority.events(nit), authority.invalidations(nit)]);
  return all.flat().length;
}

interface Certified {
  readonly wanted: number;
  readonly kills: number;
  readonly ended: Readonly<Record<string, unknown>>;
}

/** The authority's ledger is the judge: nothing rejected, nothing twice, nothing missing. */
async function judge(rig: Rig, company: Resident, { wanted, kills, ended }: Certified): Promise<DrillResult> {
  const { nit, companyId } = company;
  const ledger = await rig.authority.ledger(nit);
  const sealed = (rows: readonly { readonly state: string; readonly codigoGeneracion: string | null }[]) =>
    new Set(rows.filter(({ state }) => state === 'sealed').map(({ codigoGeneracion }) => codigoGeneracion))
      .size;
  const events = await rig.authority.events(nit);
  const invalidations = await rig.authority.invalidations(nit);
  const kinds = new Set(events.map(({ tipoContingencia }) => tipoContingencia)).size;
  const numbers = new Set(ledger.map(({ numeroControl }) => numeroControl)).size;
  const kept = await numberOf(rig, `SELECT count(*)::int FROM documents WHERE company_id = '${companyId}'`);
  const counted = { documents: ledger.length, events: sealed(events) + sealed(invalidations), kills };
  return {
    figures: counted,
    violations: [
      ...broken(
        'rejected',
        ledger.filter(({ state }) => state !== 'stamped'),
      ),
      ...unless(ended['complete'] === true, 'incomplete', ended),
      ...unless(ledger.length === wanted && numbers === wanted && kept === wanted, 'not once each', {
        ...counted,
        numbers,
        kept,
      }),
      ...unless(sealed(events) === 5 && kinds === 5, 'contingencies', events),
      ...unless(sealed(invalidations) === 5, 'invalidations', invalidations),
    ],
  };
}
