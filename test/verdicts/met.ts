import { expect } from 'vitest';
import { checkFile } from '../../src/core/declaring/check-file.ts';
import { valueAt } from '../support/simulator/edit.ts';
import type { Verdict } from './book.ts';
import { type DraftedRequest, draftRequest } from './drafted-request.ts';
import { explanationsOf } from './explained.ts';
import { hearAnswer } from './heard-answer.ts';
import { wordsLike } from './said-words.ts';
import { simulate } from './simulated-answer.ts';

/** Annexes of the book are of June 2026. */
const CHECKED = { declared: { period: { year: 2026, month: 6 }, notesAreNegative: false }, limit: 20 };

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

/** The product makes of a case what the case says: of the request, of the answer, and for the integrator. */
export async function expectOfProduct(verdict: Verdict): Promise<void> {
  const { product } = verdict.expect;
  if (typeof product === 'string') return;
  if (verdict.annex !== null) {
    expect(checkFile('anexo.csv', verdict.annex, CHECKED)).toMatchObject(product.checks ?? {});
    return;
  }
  const { documents, refuses, warns } = await draftedIn(verdict);
  expect(refuses).toEqual(partsOf(product.refuses));
  expect(warns).toEqual(expect.arrayContaining(partsOf(product.warns)));
  const drafts = { ...verdict.amounts, ...product.drafts };
  const document = documents.at(-1) ?? {};
  const drafted = Object.keys(drafts).map((path) => [path, valueAt(document, path)]);
  expect(Object.fromEntries(drafted)).toEqual(drafts);
  expect(await hearAnswer(verdict)).toMatchObject({ reads: product.reads ?? {}, ...product.sends });
  const explanations = explanationsOf(verdict);
  expect(explanations).toMatchObject(product.explains ?? explanations.map(() => ({ recognised: true })));
}

/** Parts of what is told about fields; `says` is in the message. */
function partsOf(told: readonly Readonly<Record<string, unknown>>[] = []): unknown[] {
  return told.map(({ says = '', ...part }) =>
    expect.objectContaining({ ...part, message: expect.stringContaining(String(says)) }),
  );
}

/** The simulator answers a case as the authority did, and refuses each of its amounts when it is two cents off. */
export async function expectOfSimulator(verdict: Verdict): Promise<void> {
  if (typeof verdict.expect.simulator === 'string') return;
  const { answer } = verdict;
  const { documents } = await draftedIn(verdict);
  const { answer: said, deviations } = await simulate(verdict, documents);
  expect(wordsLike(answer.body, said.body)).toEqual(wordsLike(answer.body, answer.body));
  expect(said.status).toBe(answer.status ?? said.status);
  expect(Object.keys(said.body)).toEqual(expect.arrayContaining(Object.keys(answer.body ?? {})));
  for (const [path, codes] of Object.entries(deviations))
    expect([path, ...new Set(codes)]).toEqual([path, '020']);
}
