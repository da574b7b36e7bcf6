import { checkPresent, type Fields, isMembers, type Members, type Rule, report } from './shape.ts';

/**
 * Whether something holds among the members of an object. What it says of an object that lacks the member is of no
 * account: that object is refused for the missing key.
 */
export type Condition = (members: Members) => boolean;

/** The member is one of these. */
export function is(key: string, ...choices: readonly (string | number | null)[]): Condition {
  return (members) => choices.some((choice) => choice === members[key]);
}

/** The member is a number of at most this. */
export function atMost(key: string, most: number): Condition {
  return (members) => numberAt(members, key) <= most;
}

/** The member is a number of at least this. */
export function atLeast(key: string, least: number): Condition {
  return (members) => numberAt(members, key) >= least;
}

function numberAt(members: Members, key: string): number {
  const candidate = members[key];
  return typeof candidate === 'number' ? candidate : Number.NaN;
}

/** The condition holds inside the object that the member is. */
export function inside(key: string, condition: Condition): Condition {
  return (members) => {
    const candidate = members[key];
    return isMembers(candidate) && condition(candidate);
  };
}

/** Where the condition holds, the members look like this besides; otherwise like that. */
export function when(condition: Condition, then: Fields, otherwise: Fields = {}): Rule {
  return (members, at, found) => {
    checkPresent(condition(members) ? then : otherwise, { members, at }, found);
  };
}

/** At most one of two members is there; the other one is null. */
export function notBoth(one: string, other: string): Rule {
  return (members, at, found) => {
    if (isMembers(members[one]) && isMembers(members[other]))
      report(found, at, `has both ${one} and ${other}, which exclude each other`);
  };
}
