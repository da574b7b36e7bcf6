import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { shared } from '../../../test/support/shared.ts';
import { present, sharedBench } from '../../../test/support/storage-bench.ts';
import { callFunction, callPhase, type PhaseItem, phaseStatement, textArray } from './function-call.ts';
import { UnansweredCommit } from './transaction.ts';

/** A function of the form of those of the phases, which says what it was told. */
const TOLD = `
  CREATE FUNCTION told(p_anchor uuid, p_companies uuid[], p_passes text[], p_items text[], p_texts text[], p_more text)
    RETURNS TABLE (place integer, company uuid, pass text, word text, number integer, long text, more text)
    LANGUAGE sql AS $$
      SELECT i.place, c.company, c.pass, i.word, i.number, p_texts[i.long_text], p_more
      FROM unnest(p_companies, p_passes, p_items) AS c (company, pass, items),
        json_to_recordset(c.items::json) AS i (place integer, long_text integer, word text, number integer)
      WHERE p_anchor = p_companies[1] $$`;

/** Fails as often as it is told, as a function that met a deadlock; a sequence is not rolled back. */
const FAILING = `
  CREATE SEQUENCE calls;
  CREATE FUNCTION failing(p_times integer, p_state text) RETURNS bigint LANGUAGE plpgsql AS $$
    DECLARE call bigint := nextval('calls');
    BEGIN
      IF call <= p_times THEN RAISE EXCEPTION 'call %', call USING ERRCODE = p_state; END IF;
      RETURN call;
    END $$;
  GRANT USAGE ON SEQUENCE calls TO PUBLIC`;

const HARD_TEXTS = [
  '',
  ' ',
  'ñandú Ñ á',
  'emoji 🧾👩‍👩‍👧',
  '"quoted"',
  "it's",
  'back\\slash',
  '\\"both\\"',
  '{a,b}',
  'NULL',
  'a,b',
  '{"json":"\\u00e9\\n"}',
  'line\nfeed\r\ttab',
  '\u2028',
  '\ufeff',
  'x'.repeat(300_000),
];

describeOnDatabases('a call of a function', (name) => {
  const bench = sharedBench(name);

  it('fits one function alone, although it says no types: nodes of the version before call by names and numbers', async () => {
    const alike = await bench.asSuperuser`SELECT
        a.oid::regprocedure::text AS one, b.oid::regprocedure::text AS other
      FROM pg_proc a JOIN pg_proc b ON b.proname = a.proname AND b.pronamespace = a.pronamespace AND b.oid > a.oid
        AND b.pronargs >= a.pronargs - a.pronargdefaults AND a.pronargs >= b.pronargs - b.pronargdefaults
      WHERE a.pronamespace = 'public'::regnamespace`;
    expect(alike).toEqual([]);
  });

  const pool = shared(() => bench.anotherPool(1));
  beforeAll(async () => {
    for (const statement of [TOLD, FAILING]) await bench.asSuperuser(statement);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const pid = async () => {
    const [row] = await callFunction<{ readonly pid: number }>(pool, {
      text: 'SELECT pg_backend_pid() AS pid',
    });
    return present(row).pid;
  };
  const failing = (times: number, state: string) =>
    callFunction<{ readonly call: string }>(pool, {
      text: 'SELECT failing($1, $2) AS call',
      values: [times, state],
    });

  describe('takes texts', () => {
    const roundTrip = async (texts: readonly string[]) => {
      const [row] = await callFunction<{ readonly texts: readonly string[] }>(pool, {
        name: 'texts',
        text: 'SELECT $1::text[] AS texts',
        values: [textArray(texts)],
      });
      return present(row).texts;
    };

    it('as they are, whatever stands in them', async () => {
      expect(await roundTrip(HARD_TEXTS)).toEqual(HARD_TEXTS);
      expect(await roundTrip([])).toEqual([]);
      expect(await roundTrip([''])).toEqual(['']);
    });

    it('of any characters, in their order', async () => {
      const text = fc.string({ unit: 'binary' }).filter((one) => !one.includes('\0'));
      await fc.assert(
        fc.asyncProperty(fc.array(text, { maxLength: 20 }), async (texts) => {
          expect(await roundTrip(texts)).toEqual(texts);
        }),
        { numRuns: 60 },
      );
    });
  });

  describe('for the items of many companies', () => {
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()].sort();
    const companies = [third, first, third, second, first].map(present);
    const items: readonly PhaseItem[] = companies.map((companyId, index) => ({
      companyId,
      fields: { word: HARD_TEXTS[index + 2], number: index === 1 ? undefined : index },
      text: `long text ${index} "ñ"`,
    }));
    const phase = { name: 'told', more: { text: ', $6', values: ['more'] } };

    it('is one statement that tells each function of its own items, under their places', async () => {
      const rows = await callPhase<{ readonly place: number }>(pool, phase, items);
      expect(rows.toSorted((a, b) => a.place - b.place)).toEqual(
        items.map(({ companyId, fields, text }, place) => ({
          place,
          company: companyId,
          pass: bench.pool.passOf(companyId),
          word: fields['word'],
          number: fields['number'] ?? null,
          long: text,
          more: 'more',
        })),
      );
    });

    it('takes the companies in one order, whatever order they come in, and the items of each in theirs', async () => {
      const placesOf = async (order: readonly PhaseItem[]) => {
        const rows = await callPhase<{ readonly place: number }>(pool, phase, order);
        return rows.map(({ place }) => order[place]);
      };
      const inOrder = [items[1], items[4], items[3], items[0], items[2]];
      expect(await placesOf(items)).toEqual(inOrder);
      expect(await placesOf(items.toReversed())).toEqual([items[4], items[1], items[3], items[2], items[0]]);
      const { values } = phaseStatement(phase, items, () => '');
      expect(values.slice(0, 2)).toEqual([first, `{${[first, second, third].join(',')}}`]);
    });
  });

  describe('that fails', () => {
    it('in the server fails with what the server says, and keeps its connection', async () => {
      const before = await pid();
      const dividing = callFunction(pool, { text: 'SELECT 1 / 0' });
      await expect(dividing).rejects.toMatchObject({ code: '22012' });
      await expect(dividing).rejects.not.toBeInstanceOf(UnansweredCommit);
      expect(await pid()).toBe(before);
    });

    it('because others stood in its way is made again, four times at the most', async () => {
      for (const state of ['40P01', '40001']) {
        await bench.asSuperuser('ALTER SEQUENCE calls RESTART');
        expect(await failing(3, state)).toEqual([{ call: '4' }]);
        await bench.asSuperuser('ALTER SEQUENCE calls RESTART');
        await expect(failing(4, state)).rejects.toMatchObject({ code: state });
      }
    });

    it('for any other reason is made once', async () => {
      await bench.asSuperuser('ALTER SEQUENCE calls RESTART');
      await expect(failing(1, '23505')).rejects.toMatchObject({ code: '23505' });
      expect(await failing(1, '23505')).toEqual([{ call: '2' }]);
    });

    it('with its connection leaves nobody to tell what happened, and no connection behind', async () => {
      const before = await pid();
      const ending = callFunction(pool, {
        text: 'SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(5)',
      });
      await expect(ending).rejects.toBeInstanceOf(UnansweredCommit);
      await expect(ending).rejects.toThrow('the call was not answered');
      expect(await pid()).not.toBe(before);
    });

    it('to answer is given up after half a minute, with its connection', async () => {
      const before = await pid();
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const outcomes: unknown[] = [];
      const sleeping = callFunction(pool, { text: 'SELECT pg_sleep(60)' }).then(
        (rows) => outcomes.push(rows),
        (error) => outcomes.push(error),
      );
      await new Promise(setImmediate);
      vi.advanceTimersByTime(29_999);
      await new Promise(setImmediate);
      expect(outcomes).toEqual([]);
      vi.advanceTimersByTime(1);
      await sleeping;
      vi.useRealTimers();
      expect(outcomes).toEqual([expect.any(UnansweredCommit)]);
      expect(await pid()).not.toBe(before);
    });
  });
});
