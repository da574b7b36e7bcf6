// The thread that rehearses documents, which lets all others go first.
import { parentPort } from 'node:worker_threads';
import { type Completions, NOTHING_TOLD } from '../core/drafting/completion.ts';
import { completableIn, type Rebuilt, rebuild, rehearse } from '../core/rehearsing/rehearse-document.ts';
import { yieldToOthers } from '../paper/low-priority.ts';
import type { FromThread, ToldOf, ToThread } from './rehearser.ts';

yieldToOthers();

let rebuilt: readonly Rebuilt[] = [];

parentPort?.on('message', (question: ToThread) => {
  parentPort?.postMessage(answerTo(question));
});

function answerTo(question: ToThread): FromThread {
  try {
    if (question.kind === 'told') return found(completionsOf(question.told));
    rebuilt = question.documents.map((document) => rebuild(document, question.setting));
    return question.asks ? { kind: 'named', named: completableIn(rebuilt) } : found(NOTHING_TOLD);
  } catch (error) {
    return {
      kind: 'failed',
      reason: error instanceof Error ? error.message : 'documents cannot be rehearsed',
    };
  }
}

function found(completions: Completions): FromThread {
  return { kind: 'found', findings: rebuilt.map((each) => rehearse(each, completions)) };
}

function completionsOf({ customers, products }: ToldOf): Completions {
  const byIdentity = new Map(customers);
  const byProduct = new Map(products);
  return {
    customer: (identity) => byIdentity.get(identity) ?? null,
    product: ({ by, name }) => byProduct.get(`${by} ${name}`) ?? null,
  };
}
