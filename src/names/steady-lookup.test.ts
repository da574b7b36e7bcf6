import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createSteadyLookup, steadyLookup } from './steady-lookup.ts';

const ONE = { address: '203.0.113.7', family: 4 };
const OTHER = { address: '203.0.113.8', family: 4 };

/** A system whose answers the test gives, the oldest question first. */
function slowSystem() {
  const questions: PromiseWithResolvers<readonly LookupAddress[]>[] = [];
  const { lookup, current } = createSteadyLookup(() => {
    const question = Promise.withResolvers<readonly LookupAddress[]>();
    questions.push(question);
    return question.promise;
  }, 5);
  const asked = (hostname = 'mh.example') =>
    new Promise((resolve, reject) => {
      lookup(hostname, { all: true }, (error, found) => (error === null ? resolve(found) : reject(error)));
    });
  const fail = (code: string) => questions.shift()?.reject(Object.assign(new Error(code), { code }));
  return {
    asked,
    current,
    questions,
    answer: (...all: LookupAddress[]) => questions.shift()?.resolve(all),
    fail,
  };
}

async function knowing() {
  const system = slowSystem();
  const first = system.asked();
  system.answer(ONE);
  await first;
  return system;
}

describe('a name of the operator', () => {
  it('is asked for once by all who want it at a time, and anew by the next', async () => {
    const { asked, current, questions, answer } = slowSystem();
    const all = Promise.all([asked(), asked(), asked()]);
    expect(questions).toHaveLength(1);
    answer(ONE);
    expect(await all).toEqual([[ONE], [ONE], [ONE]]);
    const next = asked();
    answer(OTHER);
    expect(await next).toEqual([OTHER]);
    const now = current('mh.example');
    answer(ONE);
    expect(await now).toEqual([ONE]);
  });

  it('keeps its addresses where the system does not answer, and takes the late answer for the next', async () => {
    const { asked, questions, answer } = await knowing();
    expect(await Promise.all([asked(), asked()])).toEqual([[ONE], [ONE]]);
    expect(await asked()).toEqual([ONE]);
    expect(questions).toHaveLength(1);
    answer(OTHER);
    await expect.poll(() => asked()).toEqual([OTHER]);
  });

  it('keeps them where the system cannot find out, and not where there is no such name', async () => {
    const { asked, fail } = await knowing();
    const early = asked();
    fail('EAI_AGAIN');
    expect(await early).toEqual([ONE]);
    const gone = asked();
    fail('ENOTFOUND');
    await expect(gone).rejects.toMatchObject({ code: 'ENOTFOUND' });
    const unknown = asked();
    fail('EAI_AGAIN');
    await expect(unknown).rejects.toMatchObject({ code: 'EAI_AGAIN' });
  });

  it('is waited for as long as the system takes where nothing is known of it', async () => {
    const { asked, fail } = slowSystem();
    const first = asked();
    await new Promise((resolve) => setTimeout(resolve, 10));
    fail('EAI_AGAIN');
    await expect(first).rejects.toMatchObject({ code: 'EAI_AGAIN' });
  });

  it('fails whoever asks for it now alone, and nobody else', async () => {
    const unheard: unknown[] = [];
    const hear = (error: unknown) => unheard.push(error);
    process.on('unhandledRejection', hear);
    const { current, fail } = slowSystem();
    const now = current('mh.example');
    fail('ENOTFOUND');
    await expect(now).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await new Promise((resolve) => setTimeout(resolve, 10));
    process.off('unhandledRejection', hear);
    expect(unheard).toEqual([]);
  });

  it('has the addresses that the system has, one or all', async () => {
    const [first] = await systemLookup('localhost', { all: true });
    const one = promisify(steadyLookup.lookup);
    expect(await one('localhost', {})).toEqual(first?.address);
    expect(await one('localhost', { all: true })).toEqual(await systemLookup('localhost', { all: true }));
  });
});
