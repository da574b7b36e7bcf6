import { setTimeout as sleep } from 'node:timers/promises';
import { show, table } from '../figures/markdown.ts';
import { atMost, type Report, type Run, type Section } from '../report.ts';
import { openBenchHouse } from '../rig/house.ts';
import { memoryMb, processorOf, processorOfFamily } from '../rig/processor.ts';

/** What the service takes when nobody asks anything of it. */
export const idle: Section = {
  name: 'idle',
  asks: 'What do service and PostgreSQL take of the processor with 2,000 companies of which none does anything?',
  run: measureIdle,
};

const COMPANIES = 2_000;
/** After its start a node reads and compiles for a while. */
const SETTLED_MS = 15_000;

async function measureIdle({ isShort, tell }: Run): Promise<Report> {
  const companies = isShort ? COMPANIES / 10 : COMPANIES;
  const seconds = isShort ? 10 : 60;
  tell(`idle: opening ${companies} companies`);
  const house = await openBenchHouse(companies, 'none');
  const node = await house.startNode();
  await house.postgres.sql('ANALYZE');
  await sleep(isShort ? 3_000 : SETTLED_MS);
  tell(`idle: looking on for ${seconds} s`);
  const look = () => [processorOf(node.pid), processorOfFamily(house.postgres.pid)];
  const before = look();
  await sleep(seconds * 1_000);
  const [service = 0, postgres = 0] = look().map((ms, index) => ms - (before[index] ?? 0));
  const memory = memoryMb(node.pid);
  await house.close();
  const percent = (ms: number) => (ms / (seconds * 1_000)) * 100;
  return {
    goals: [atMost('service and PostgreSQL idle, % of a core', percent(service + postgres), 2)],
    text: [
      `${show(companies)} companies with keys, credentials and no document, ${seconds} s.`,
      table(
        ['', '% of a core', 'MB'],
        [
          ['service', show(percent(service)), show(memory)],
          ['PostgreSQL', show(percent(postgres)), ''],
        ],
      ),
    ],
    plots: {},
  };
}
