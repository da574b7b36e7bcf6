import { describe, expect, it } from 'vitest';
import { sealOf } from '../../../test/support/identifiers.ts';
import { differenceOf, type HeldState, LIST_OF, RECONCILED_LISTS, type Told } from './told-difference.ts';

const [OURS, OTHER] = [sealOf('A'), sealOf('B')];
const STAMPED: Told = { kind: 'stamped', selloRecibido: OURS };

describe('what we hold and what the authority tells', () => {
  it.each<[HeldState, Told, unknown]>([
    ['stamped', STAMPED, null],
    ['invalidated', STAMPED, null],
    ['stamped', { kind: 'stamped', selloRecibido: OTHER }, 'other_seal'],
    ['invalidated', { kind: 'stamped', selloRecibido: OTHER }, 'other_seal'],
    ['stamped', { kind: 'absent' }, 'absent_there'],
    ['invalidated', { kind: 'absent' }, 'absent_there'],
    ['stamped', { kind: 'invalidated' }, 'invalidated_there'],
    ['invalidated', { kind: 'invalidated' }, null],
    ['contingency', STAMPED, 'stamped_there'],
    ['rejected', STAMPED, 'stamped_there'],
    ['rejected', { kind: 'invalidated' }, 'known_there'],
    ['contingency', { kind: 'absent' }, null],
    ['rejected', { kind: 'absent' }, null],
  ])('%s here and %j there: %s', (state, told, expected) => {
    const selloRecibido = state === 'stamped' || state === 'invalidated' ? OURS : null;
    expect(differenceOf({ state, selloRecibido, isEarlier: false, told })).toBe(expected);
  });

  it('finds a second stamp under a code that was given up', () => {
    const held = { state: 'stamped', selloRecibido: OURS, isEarlier: true } as const;
    expect(differenceOf({ ...held, told: { kind: 'stamped', selloRecibido: OTHER } })).toBe(
      'earlier_code_there',
    );
    expect(differenceOf({ ...held, told: { kind: 'absent' } })).toBe(null);
  });

  it('has a list for everything that is found, and something for each list', () => {
    expect(new Set(Object.values(LIST_OF))).toEqual(new Set(RECONCILED_LISTS));
  });
});
