import { describe, expect, it } from 'vitest';
import { createHolder, holding } from './holding.ts';

describe('a holder', () => {
  it('goes each way back once, earlier or at its end', () => {
    const holder = createHolder();
    const gone: string[] = [];
    const early = holder.keep(() => gone.push('early'));
    holder.keep(() => gone.push('late'));
    early();
    early();
    expect([gone, holder.isOver]).toEqual([['early'], false]);
    holder.end();
    holder.end();
    early();
    expect([gone, holder.isOver]).toEqual([['early', 'late'], true]);
  });

  it('waits for the last of its works, also where one fails', async () => {
    const holder = createHolder();
    let isHeld = true;
    holder.keep(() => {
      isHeld = false;
    });
    const [one, other] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    const works = [holder.during(() => one.promise), holder.during(() => other.promise)];
    holder.end();
    one.reject(new Error('broken'));
    await expect(works[0]).rejects.toThrow('broken');
    expect([isHeld, holder.isOver]).toEqual([true, false]);
    other.resolve('done');
    expect(await works[1]).toBe('done');
    expect([isHeld, holder.isOver]).toEqual([false, true]);
  });

  it('is not passed by what its work throws at once', async () => {
    const holder = createHolder();
    holder.end();
    await expect(
      holder.during(() => {
        throw new Error('at once');
      }),
    ).rejects.toThrow('at once');
    expect(holder.isOver).toBe(true);
  });

  it('gives back at once what is kept when it is over', () => {
    const holder = createHolder();
    holder.end();
    let isHeld = true;
    holder.keep(() => {
      isHeld = false;
    });
    expect(isHeld).toBe(false);
  });

  it('keeps nothing for one way back that throws', () => {
    const holder = createHolder();
    const gone: string[] = [];
    holder.keep(() => gone.push('first'));
    holder.keep(() => {
      throw new Error('broken');
    });
    holder.keep(() => gone.push('last'));
    expect(() => holder.end()).toThrow('broken');
    expect(gone).toEqual(['first', 'last']);
  });
});

it.each([
  ['done', () => 'done'],
  ['done later', async () => 'done'],
])('holds for as long as a work that is %s', async (_, work) => {
  const gone: string[] = [];
  const done = await holding((holder) => {
    holder.keep(() => gone.push('back'));
    expect(gone).toEqual([]);
    return work();
  });
  expect([done, gone]).toEqual(['done', ['back']]);
});

it('holds nothing behind a work that throws', async () => {
  const gone: string[] = [];
  const work = holding((holder) => {
    holder.keep(() => gone.push('back'));
    throw new Error('broken');
  });
  await expect(work).rejects.toThrow('broken');
  expect(gone).toEqual(['back']);
});
