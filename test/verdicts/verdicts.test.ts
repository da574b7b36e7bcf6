import { describe, expect, it } from 'vitest';
import { valueAt } from '../support/simulator/edit.ts';
import { readBook, type Verdict } from './book.ts';
import { type DraftedRequest, draftRequest } from './drafted-request.ts';
import { explanationsOf } from './explained.ts';
import { hearAnswer } from './heard-answer.ts';
import { wordsLike } from './said-words.ts';
import { simulate } from './simulated-answer.ts';

const BOOK = readBook();

const NOTHING: DraftedRequest = { documents: [], refuses: [], warns: [] };

/** What the product drafts of the request of a case. Throws where it refuses it and the case does not say so. */
async function draftedIn(verdict: Verdict): Promise<DraftedRequest> {
  const { request, expect: wanted } = verdict;
  if (request === null) return NOTHING;
  const drafted = await draftRequest(verdict);
  const mayRefuse = typeof wanted.product !== 'string' && wanted.product.refuses !== undefined;
  if (drafted.refuses.length > 0 && !mayRefuse) throw new Error(JSON.stringify(drafted.refuses));
  return drafted;
}

it('is a book of at least sixty cases', () => {
  expect(BOOK.length).toBeGreaterThanOrEqual(60);
});

describe.each(BOOK.map((verdict) => [verdict.name, verdict] as const))('%s', (_, verdict) => {
  const { expect: wanted, answer, amounts = {} } = verdict;
  const { product, simulator } = wanted;

  it.skipIf(typeof product === 'string')('is what the product makes of it', async () => {
    if (typeof product === 'string') return;
    const { documents, refuses, warns } = await draftedIn(verdict);
    expect(refuses).toEqual((product.refuses ?? []).map((part) => expect.objectContaining(part)));
    expect(warns).toEqual(
      expect.arrayContaining((product.warns ?? []).map((part) => expect.objectContaining(part))),
    );
    const drafts = { ...amounts, ...product.drafts };
    const document = documents.at(-1) ?? {};
    expect(Object.fromEntries(Object.keys(drafts).map((path) => [path, valueAt(document, path)]))).toEqual(
      drafts,
    );
    const heard = await hearAnswer(verdict);
    expect(heard).toMatchObject({ reads: product.reads ?? {}, ...product.sends });
    const explanations = explanationsOf(verdict);
    expect(explanations).toMatchObject(product.explains ?? explanations.map(() => ({ recognised: true })));
  });

  it.skipIf(typeof simulator === 'string')('is what the simulator answers', async () => {
    const { documents } = await draftedIn(verdict);
    const { answer: said, deviations } = await simulate(verdict, documents);
    expect(said.status).toBe(answer.status ?? said.status);
    expect(Object.keys(said.body)).toEqual(expect.arrayContaining(Object.keys(answer.body ?? {})));
    expect(wordsLike(answer.body, said.body)).toEqual(wordsLike(answer.body, answer.body));
    for (const [path, codes] of Object.entries(deviations))
      expect([path, ...new Set(codes)]).toEqual([path, '020']);
  });
});
