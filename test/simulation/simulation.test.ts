import { describe, expect, it } from 'vitest';
import { shared } from '../support/shared.ts';
import { printSeed, replay, runSeeds } from './run-seeds.ts';

/** Enough to see every fault many times over; the drill runs 100,000. */
const SEEDS = 600;
const TIMEOUT_MS = 120_000;
/** A world with many callers, an event and a lote. */
const CROWDED = 53;
/** Worlds beyond them that see what few see. */
const RARE = [642, 757, 1268] as const;

const MISHAPS = [
  /the clock of the database is \d+ ms ahead/,
  /the clock of another server is \d+ ms ahead/,
  /the operator reconciles/,
  /the database's clock is set right/,
  /claim of R\d: RefusedStanding: another log/,
  /claim of R\d: RefusedStanding: the clocks are/,
  /take: RefusedStanding/,
  /node \d'* dies/,
  /node \d'* stands still for \d{6,} ms/,
  /cannot reach the authority/,
  /late bytes arrive/,
  /hears silent/,
  /hears rejected/,
  /hears already_registered/,
  /hears absent/,
  /warns: control_number_taken_by_another_system/,
  /warns: signing_failed/,
  /claim of R\d: BrokenLine/,
  /claim of R\d: RolledBack/,
  /claim of R\d, R\d/,
  /(recordAttempt|settle) of [2-9]: done/,
  /(recordAttempt|settle) of [2-9]: RolledBack/,
  /(settle|renew|recordResend|closeAttempt).*: lease lost/,
  /closeAttempt \d not_delivered: done/,
  /closeAttempt \d absent: done/,
  /keepUnsent/,
  /works on R\d/,
  /authority denies code/,
  /authority refuses the query about .*: 004/,
  /authority refuses the query about .*: 015/,
  /authority refuses the query about .*: 096/,
  /hears known/,
  /has written down: attempt/,
  /warns: authority_denies_what_it_stamped/,
  /authority rejects R.*fecEmi/,
  /a ghost arrives/,
  /hears stamped, a duplicate/,
  /hears contingency/,
  /hears doc_type_changed/,
  /hears failed/,
  /authority stamps N\d/,
  /authority rejects N\d/,
  /caller of N\d v\d+ hears stamped/,
  /caller of N\d v\d+ hears contingency/,
  /hears ccf_not_stamped/,
  /hears ccf_exceeded/,
  /hears ccf_fully_adjusted/,
  /hears ccf_invalidated/,
  /reports an event: unreachable/,
  /reports an event: lost/,
  /authority seals event/,
  /authority rejects event/,
  /warns: contingency_event_rejected/,
  /sends a lote of \d+: lost/,
  /authority takes a lote/,
  /authority refuses a lote/,
  /warns: lote_without_answer/,
  /hears [1-9]\d* results of the lote/,
  /hears silent about the lote/,
  /authority seals the event/,
  /authority rejects the event .*: WHIM/,
  /authority rejects the event .*: NO CUMPLE/,
  /somebody else has invalidated the document/,
  /late bytes of an event arrive/,
  /sends the event \.\.\w+: lost/,
  /sends the event \.\.\w+: unreachable/,
  /hears word about a document/,
  /hears no word about a document/,
  /works on the invalidation/,
  /of the invalidation.*: lease lost/,
  /register: BrokenLine/,
  /register: RolledBack/,
  /hears event open/,
  /hears event rejected/,
  /hears event sealed, a duplicate/,
  /hears event \w+, words dropped/,
  /without words against \w+ hears event sealed/,
  /against anulacion-\S+ hears event sealed/,
  /hears note stamped/,
  /hears note stamped, a duplicate/,
  /hears note contingency/,
  /hears not_stamped/,
  /hears has_live_notes/,
  /hears has_live_notes_late/,
  /hears ccf_adjusted_by_notes/,
  /hears invalidation_window_over/,
  /hears cancellation_windows_over/,
];

const chosen = process.env['SELLO_SEED'];
const worlds =
  chosen === undefined
    ? { first: 1, count: SEEDS, traced: true }
    : { first: Number(chosen), count: 1, traced: true };

describe('a simulated world', () => {
  const outcome = shared(() => runSeeds(worlds), TIMEOUT_MS);

  it(
    chosen === undefined ? `breaks no rule under ${SEEDS} seeds` : `of seed ${chosen} breaks no rule`,
    async () => {
      if (chosen !== undefined) process.stdout.write(`${printSeed(await replay(Number(chosen)))}\n`);
      const { run, failures } = outcome;
      expect(run).toBe(worlds.count);
      const [first] = failures;
      if (first !== undefined) expect.fail(printSeed(await replay(first.seed)));
    },
    TIMEOUT_MS,
  );

  it.skipIf(chosen !== undefined)(
    'is bad enough: every kind of mishap comes to pass in a few hundred worlds',
    async () => {
      const stories = [...outcome.trace];
      for (const seed of RARE) stories.push(...(await replay(seed)).trace);
      const whole = stories.join('\n');
      expect(MISHAPS.filter((mishap) => !mishap.test(whole))).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it('is the same again, whichever worlds run beside it', async () => {
    const [alone, again] = [await replay(CROWDED), await replay(CROWDED)];
    expect(alone.trace.length).toBeGreaterThan(50);
    expect(again).toEqual(alone);
    const [first, others] = await Promise.all([replay(CROWDED), runSeeds({ first: 50, count: 10 })]);
    expect(first).toEqual(alone);
    expect(others.run).toBe(10);
  });

  it('is another one for another seed', async () => {
    expect((await replay(CROWDED + 1)).trace).not.toEqual((await replay(CROWDED)).trace);
  });

  it('tells a failure by its number, its rule and its story', async () => {
    const sabotage = { rules: () => ({ holds: () => true }) };
    const { failures } = await runSeeds({ first: 1, count: 2_000, sabotage, untilFound: true });
    const seed = failures[0]?.seed ?? 0;
    const result = await replay(seed, sabotage);
    expect(result.violations).toEqual(failures[0]?.violations);
    const [headline, ...story] = printSeed(result).split('\n');
    expect(headline).toBe(
      `seed ${seed}: ${result.violations.map(({ invariant, detail }) => `${invariant}: ${detail}`).join('; ')}`,
    );
    expect(story.at(-1)).toBe(`Replay with SELLO_SEED=${seed} npm run -s vitest -- run test/simulation`);
    expect(story.filter((line) => line.includes('VIOLATION'))).toHaveLength(result.violations.length);
  });
});
