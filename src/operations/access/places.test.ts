import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createHolder, type EndingHolder } from './holding.ts';
import { createPlaces, NO_PLACE, type Place, type PlaceLimits, type Places } from './places.ts';

const LIMITS: PlaceLimits = {
  places: 4,
  shared: 4,
  leastShare: 1,
  activeForMs: 1_000,
  linePerPlace: 2,
  longestWaitMs: 300,
  mostInLineMs: 60_000,
  mostUnderWay: 100,
};

/** Places on a clock that a test sets, with who has got one, in order. */
function scene(limits: Partial<PlaceLimits> = {}) {
  const time = { ms: 0 };
  const places: Places = createPlaces({ monotonic: () => time.ms, sleep }, { ...LIMITS, ...limits });
  const arrived: string[] = [];
  const refused: string[] = [];
  const held = new Map<string, Place>();
  const holders = new Map<string, EndingHolder>();
  const enter = (name: string, companyId = name.charAt(0), keyId = 'key'): boolean => {
    const holder = createHolder();
    holders.set(name, holder);
    const place = places.enter({ companyId, keyId }, holder);
    void Promise.resolve(place).then((one) => {
      if (one === null) {
        refused.push(name);
        return;
      }
      arrived.push(name);
      held.set(name, one);
    });
    return place !== null;
  };
  const leave = async (...names: readonly string[]): Promise<void> => {
    await settled();
    for (const name of names) held.get(name)?.leave();
    await settled();
  };
  return { time, places, arrived, refused, held, holders, enter, leave };
}

/** Until everybody who has been called has arrived. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('places', () => {
  it('are all a company’s while it is alone', async () => {
    const { enter, arrived } = scene();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) enter(name);
    await settled();
    expect(arrived).toEqual(['a1', 'a2', 'a3', 'a4']);
  });

  it('are there for whoever comes to a company that had all it could, as far as they are for sharing', async () => {
    const { enter, arrived } = scene({ places: 6, shared: 2 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'b2']) enter(name);
    await settled();
    expect(arrived).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2']);
  });

  it('are shared as soon as another comes, and companies take turns', async () => {
    const { time, enter, leave, arrived } = scene();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7']) enter(name);
    time.ms = 200;
    for (const name of ['b1', 'b2', 'b3']) enter(name);
    await leave('a1');
    expect(arrived.slice(4)).toEqual(['b1']);
    await leave('a2');
    expect(arrived.slice(4)).toEqual(['b1', 'b2']);
    await leave('a3', 'b1');
    expect(arrived.slice(6)).toEqual(['a5', 'b3']);
  });

  it('are shared as far as they are for sharing while several companies are active', async () => {
    const { time, enter, leave, arrived } = scene({ shared: 2 });
    enter('b1');
    time.ms = 200;
    for (const name of ['a1', 'a2', 'a3']) enter(name);
    await settled();
    expect(arrived).toEqual(['b1', 'a1']);
    await leave('b1');
    time.ms = 1_201;
    await leave('a1');
    expect(arrived).toEqual(['b1', 'a1', 'a2', 'a3']);
  });

  it('are given to the keys of a company in turn', async () => {
    const { enter, leave, arrived } = scene({ places: 1 });
    enter('a1');
    for (const name of ['a2', 'a3']) enter(name, 'a', 'crowd');
    enter('a4', 'a', 'quiet');
    await leave('a1');
    await leave('a2');
    expect(arrived).toEqual(['a1', 'a2', 'a4']);
  });

  it('are never fewer for a company than the least share', async () => {
    const { time, enter, arrived } = scene({ places: 8, shared: 8, leastShare: 2 });
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) enter(`${name}1`);
    time.ms = 200;
    enter('a2', 'a');
    await settled();
    expect(arrived).toHaveLength(8);
    const { enter: come, arrived: came, leave } = scene({ places: 3, shared: 3, leastShare: 2 });
    for (const name of ['a1', 'b1', 'c1', 'a2']) come(name);
    await leave('b1');
    expect(came).toEqual(['a1', 'b1', 'c1', 'a2']);
  });

  it('stay empty after each work for as long as a part of a place asks for', async () => {
    const { time, enter, leave, arrived } = scene({ places: 8, shared: 2, leastShare: 0.25 });
    for (const name of ['b1', 'c1', 'd1']) enter(name);
    time.ms = 100;
    for (const name of ['a1', 'a2']) enter(name);
    time.ms = 200;
    await leave('a1');
    time.ms = 299;
    await leave('b1');
    expect(arrived).toEqual(['b1', 'c1', 'd1', 'a1']);
    time.ms = 300;
    await leave('c1');
    expect(arrived).toContain('a2');
  });

  it('are a company’s by itself when its rest is over, also where its line was empty', async () => {
    const { time, enter, leave, arrived } = scene({ places: 8, shared: 2, leastShare: 0.25 });
    for (const name of ['b1', 'c1', 'd1']) enter(name);
    time.ms = 100;
    enter('a1');
    time.ms = 110;
    await leave('a1');
    time.ms = 119;
    enter('a2');
    await settled();
    expect(arrived).not.toContain('a2');
    time.ms = 120;
    await expect.poll(() => arrived).toContain('a2');
  });

  it('stay empty for the longest rest, also where a shorter work ends behind it', async () => {
    const { time, enter, leave, held, arrived } = scene({ places: 8, shared: 2, leastShare: 0.25 });
    for (const name of ['b1', 'c1', 'd1']) enter(name);
    time.ms = 100;
    enter('a1');
    await settled();
    const { promise, resolve } = Promise.withResolvers<void>();
    const outside = held.get('a1')?.outside(() => promise);
    enter('a2');
    time.ms = 200;
    await leave('a2');
    time.ms = 290;
    resolve();
    await outside;
    await leave('a1');
    time.ms = 295;
    enter('a3');
    await settled();
    expect(arrived).not.toContain('a3');
    time.ms = 300;
    await expect.poll(() => arrived).toContain('a3');
  });

  it('are a company’s again when the others have gone', async () => {
    const { time, enter, leave, arrived } = scene();
    enter('b1');
    await leave('b1');
    time.ms = 1_101;
    for (const name of ['a1', 'a2', 'a3', 'a4']) enter(name);
    await settled();
    expect(arrived).toEqual(['b1', 'a1', 'a2', 'a3', 'a4']);
  });

  it('go to nobody else while they are held, however often they are left', async () => {
    const { enter, leave, arrived } = scene({ places: 2 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) enter(name);
    await leave('a1', 'a1', 'a1');
    expect(arrived).toEqual(['a1', 'a2', 'a3']);
  });
});

describe('a place and its holder', () => {
  it('go together, but not while the holder works', async () => {
    const { enter, leave, held, holders, arrived } = scene({ places: 1 });
    for (const name of ['a1', 'a2', 'a3']) enter(name);
    await settled();
    const { promise, resolve } = Promise.withResolvers<void>();
    const work = holders.get('a1')?.during(() => promise);
    holders.get('a1')?.end();
    expect([arrived, held.get('a1')?.isLeft]).toEqual([['a1'], false]);
    resolve();
    await work;
    await leave('a1');
    expect([arrived, held.get('a1')?.isLeft]).toEqual([['a1', 'a2'], true]);
    holders.get('a2')?.end();
    await settled();
    expect(arrived).toEqual(['a1', 'a2', 'a3']);
  });

  it('part where it is left while its work waits outside, and it comes back once', async () => {
    const { enter, leave, held, arrived } = scene({ places: 1 });
    for (const name of ['a1', 'a2', 'a3']) enter(name);
    await settled();
    void held.get('a1')?.outside(() => new Promise(() => undefined));
    await leave('a1');
    expect(arrived).toEqual(['a1', 'a2']);
  });

  it('count as outside until the last of several works is back', async () => {
    const { enter, leave, held, arrived } = scene({ places: 1 });
    for (const name of ['a1', 'a2', 'a3']) enter(name);
    await settled();
    const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const works = [one, other].map(({ promise }) => held.get('a1')?.outside(() => promise));
    one.resolve();
    await leave('a2');
    expect(arrived).toEqual(['a1', 'a2', 'a3']);
    other.resolve();
    await Promise.all(works);
  });
});

describe('the standing of places', () => {
  it('counts those that are taken and who waits for one', async () => {
    const { enter, places, leave, holders } = scene({ places: 2 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) enter(name);
    expect(places.standing()).toMatchObject({ taken: 2, inLine: 2 });
    holders.get('a4')?.end();
    await leave('a1', 'a2');
    expect(places.standing()).toMatchObject({ taken: 1, inLine: 0 });
    await leave('a3');
    expect(places.standing()).toEqual({ taken: 0, inLine: 0, stuckMs: 0 });
  });

  it('says for how long somebody has found none while none was given back', async () => {
    const { time, enter, places, leave } = scene({ places: 1 });
    enter('a1');
    time.ms = 100;
    expect(places.standing().stuckMs).toBe(0);
    enter('a2');
    time.ms = 600;
    enter('a3');
    expect(places.standing().stuckMs).toBe(500);
    await leave('a1');
    expect(places.standing().stuckMs).toBe(0);
  });

  it('says nothing of whoever comes while a company rests, and goes again', async () => {
    const { time, enter, leave, places, holders } = scene({ shared: 1, leastShare: 0.5 });
    enter('b1');
    await leave('b1');
    enter('a1');
    time.ms = 100;
    await leave('a1');
    enter('a2');
    expect(places.standing()).toEqual({ taken: 0, inLine: 1, stuckMs: 0 });
    holders.get('a2')?.end();
    time.ms = 60_000;
    expect(places.standing()).toEqual({ taken: 0, inLine: 0, stuckMs: 0 });
  });
});

describe('a line before the places', () => {
  it('is left by whoever has gone, and the next is called in its turn', async () => {
    const { enter, leave, holders, arrived, refused } = scene({ places: 1 });
    for (const name of ['a1', 'a2', 'a3']) enter(name);
    holders.get('a2')?.end();
    await leave('a1');
    expect([arrived, refused]).toEqual([['a1', 'a3'], ['a2']]);
    expect(enter('a2')).toBe(true);
  });

  it('takes nobody who has gone before', () => {
    const { places } = scene();
    const holder = createHolder();
    holder.end();
    expect(places.enter({ companyId: 'a', keyId: 'key' }, holder)).toBe(null);
  });

  it('is left by whoever has waited too long, wherever in it', async () => {
    const time = { ms: 0 };
    const wakes: (() => void)[] = [];
    const clock = {
      monotonic: () => time.ms,
      sleep: () => new Promise<void>((wake) => void wakes.push(wake)),
    };
    const places = createPlaces(clock, { ...LIMITS, places: 1, linePerPlace: 3, mostInLineMs: 500 });
    const answers: string[] = [];
    const enter = async (name: string) => {
      const place = await places.enter({ companyId: 'a', keyId: 'key' }, createHolder());
      answers.push(`${name} ${place === null ? 'refused' : 'came'}`);
    };
    for (const name of ['a1', 'a2', 'a3']) void enter(name);
    time.ms = 200;
    void enter('a4');
    time.ms = 500;
    for (const wake of wakes.splice(0)) wake();
    await settled();
    expect(answers).toEqual(['a1 came', 'a2 refused', 'a3 refused']);
    time.ms = 700;
    for (const wake of wakes.splice(0)) wake();
    await settled();
    expect(answers.at(-1)).toBe('a4 refused');
  });

  it('takes so many of a key for each place of its company, and refuses the next at once', () => {
    const { enter } = scene({ places: 1 });
    expect(['a1', 'a2', 'a3', 'a4'].map((name) => enter(name))).toEqual([true, true, true, false]);
    expect(enter('a5', 'a', 'another key')).toBe(true);
  });

  it('takes nobody while its first has waited too long', () => {
    const { time, enter } = scene({ places: 1 });
    enter('a1');
    enter('a2');
    time.ms = 301;
    expect(enter('a3')).toBe(false);
  });

  it('takes no more than may be under way in a company, outside or inside', async () => {
    const { enter, held, leave } = scene({ places: 2, mostUnderWay: 2 });
    enter('a1');
    await settled();
    void held.get('a1')?.outside(() => new Promise(() => undefined));
    expect([enter('a2'), enter('a3')]).toEqual([true, false]);
    await settled();
    await leave('a2');
    expect(enter('a4')).toBe(true);
  });
});

describe('a place whose work waits outside', () => {
  it('is somebody else’s meanwhile, and is held again after', async () => {
    const { enter, held, leave, arrived } = scene({ places: 1 });
    enter('a1');
    enter('a2');
    enter('a3');
    await settled();
    const { promise, resolve } = Promise.withResolvers<string>();
    const outside = held.get('a1')?.outside(() => promise);
    await settled();
    expect(arrived).toEqual(['a1', 'a2']);
    resolve('answer');
    expect(await outside).toBe('answer');
    await leave('a2');
    expect(arrived).toEqual(['a1', 'a2']);
    await leave('a1');
    expect(arrived).toEqual(['a1', 'a2', 'a3']);
  });

  it('is held again also where the work fails', async () => {
    const { enter, held, leave, arrived } = scene({ places: 1 });
    enter('a1');
    await settled();
    await expect(held.get('a1')?.outside(() => Promise.reject(new Error('silent')))).rejects.toThrow(
      'silent',
    );
    enter('a2');
    await settled();
    expect(arrived).toEqual(['a1']);
    await leave('a1');
    expect(arrived).toEqual(['a1', 'a2']);
  });

  it('is no longer held where it was left meanwhile', async () => {
    const { enter, held, leave, arrived } = scene({ places: 1 });
    enter('a1');
    await settled();
    const { promise, resolve } = Promise.withResolvers<void>();
    const outside = held.get('a1')?.outside(() => promise);
    await leave('a1');
    resolve();
    await outside;
    for (const name of ['a2', 'a3']) enter(name);
    await settled();
    expect(arrived).toEqual(['a1', 'a2']);
  });

  it('lets the work be done where there is no place', async () => {
    expect(await NO_PLACE.outside(async () => 'done')).toBe('done');
    expect(NO_PLACE.leave()).toBeUndefined();
  });
});
