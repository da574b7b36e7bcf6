import { afterAll } from 'vitest';
import { shared } from '../shared.ts';
import { type Rehearsal, rehearse } from './rehearsal.ts';

/** A simulator that the tests of a file share; it is closed behind the last of them. */
export function sharedRehearsal(...options: Parameters<typeof rehearse>): Rehearsal {
  const sim = shared(() => rehearse(...options));
  afterAll(() => sim.end());
  return sim;
}
