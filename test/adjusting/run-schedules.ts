import { play } from './play.ts';
import type { Schedule } from './schedules.ts';
import type { Arena } from './world.ts';

export interface Search {
  readonly arena: Arena;
  readonly schedules: readonly Schedule[];
  /** Ends at the first violation. */
  readonly untilFound?: boolean;
}

export interface Found {
  readonly run: number;
  /** A line for each broken schedule: its number, what it broke, and the schedule. */
  readonly broken: readonly string[];
  /** How often each answer was given. */
  readonly told: Readonly<Record<string, number>>;
}

/** Schedules at the same time; their companies share nothing but the database. */
const ABREAST = 8;

export async function runSchedules({ arena, schedules, untilFound = false }: Search): Promise<Found> {
  const broken: string[] = [];
  const told: Record<string, number> = {};
  let run = 0;
  const waiting = schedules.entries();
  const worker = async (): Promise<void> => {
    for (const [index, schedule] of waiting) {
      if (untilFound && broken.length > 0) return;
      const played = await play(arena, schedule);
      run += 1;
      for (const answer of played.told) told[answer] = (told[answer] ?? 0) + 1;
      if (played.violations.length > 0)
        broken.push(`schedule ${index}: ${played.violations.join('; ')}\n${JSON.stringify(schedule)}`);
    }
  };
  await Promise.all(Array.from({ length: ABREAST }, worker));
  return { run, broken, told };
}
