import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What waits for programs that start, fail over and end, and takes minutes: it would be waited for at the end if it began there. */
const LONGEST = /test\/(?:drills|console|citus|e2e)\/|planted-|generated-/;

/** On a fresh clone nobody knows how long a file takes: those that are known to be long begin first, the others as vitest has them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}

function place({ moduleId }: TestSpecification): 0 | 1 {
  return LONGEST.test(moduleId) ? 0 : 1;
}
