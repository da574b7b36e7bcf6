import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Frame, framesOf } from '../figures/profile.ts';
import type { BenchHouse } from './house.ts';
import { type LoadPlan, runLoad } from './load.ts';

const ROOT_URL = new URL('../../', import.meta.url).href;
/** Node's name for a profile: date, time, process, thread, number; the main thread is 0. */
const MAIN_THREAD = /^CPU\.\d+\.\d+\.\d+\.0\.\d+\.cpuprofile$/;
const WARM_UP_MS = 4_000;

/** A node of its own under load with V8's profiler on: what its main thread did meanwhile, once it was warm. */
export async function recordFlame(house: BenchHouse, plan: (url: string) => LoadPlan): Promise<Frame> {
  const node = await house.startNode({ nodeOptions: ['--cpu-prof', `--cpu-prof-dir=${house.place}`] });
  await runLoad(house.load, { ...plan(node.url), durationMs: WARM_UP_MS });
  const fromUs = nowUs();
  await runLoad(house.load, plan(node.url));
  const untilUs = nowUs();
  await node.end();
  const name = readdirSync(house.place).find((file) => MAIN_THREAD.test(file));
  if (name === undefined) throw new Error('the node left no profile');
  const profile = JSON.parse(readFileSync(join(house.place, name), 'utf8'));
  return framesOf(profile, { fromUs, untilUs }, ROOT_URL);
}

/** The profiler's clock, which all processes of a machine share. */
function nowUs(): number {
  return Number(process.hrtime.bigint() / 1_000n);
}
