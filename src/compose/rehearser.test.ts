import type { Worker } from 'node:worker_threads';
import { afterAll, expect, it } from 'vitest';
import { exampleCompany } from '../../test/support/example-company.ts';
import { exampleContext, exampleLine, exampleOrder, exampleParty } from '../../test/support/example-order.ts';
import { idOf, numeroOf } from '../../test/support/identifiers.ts';
import { NOTHING_TOLD } from '../core/drafting/completion.ts';
import { draftOrder } from '../core/drafting/draft-order.ts';
import type { IssuedDocument } from '../core/rehearsing/issued-document.ts';
import type { CompletionLookUp } from '../operations/rehearsals/ports.ts';
import { createRehearser } from './rehearser.ts';

const company = exampleCompany({ schema_generation: 'v1' });
const setting = { company, generation: 'v2' } as const;
const rehearser = createRehearser();
afterAll(() => rehearser.close());

const place = { department: '02', municipality: '16' };
const customer = exampleParty({ name: 'Ana', documentNumber: '00000001-8', documentType: '13', ...place });
const lines = [exampleLine({ unit: null, code: 'HAR-25' })];

function issued(): IssuedDocument {
  const draft = draftOrder(exampleOrder({ customer, lines }), exampleContext({ company, generation: 'v1' }));
  if (draft.kind === 'problems') throw new Error(JSON.stringify(draft.problems));
  return {
    documentId: idOf('a'),
    numeroControl: numeroOf(1),
    tipoDte: '01',
    generation: 'v1',
    place: draft,
    issuedOn: '2026-11-20',
    draft: draft.text,
    summary: draft.summary,
  };
}

const codesOf = async (documents: readonly IssuedDocument[], lookUp: CompletionLookUp | null) => {
  const findings = await rehearser.rehearse(documents, setting, lookUp);
  return findings.map(({ causes }) => causes.map(({ code }) => code));
};

it('rehearses in its thread, and asks there what the company has told', async () => {
  expect(await codesOf([issued(), issued()], null)).toEqual([
    ['district_of_municipality', 'other_unit'],
    ['district_of_municipality', 'other_unit'],
  ]);
  const asked: unknown[] = [];
  const told = await codesOf([issued()], async (named) => {
    asked.push(named);
    return {
      customer: () => ({ district: '021604', documentType: null, activityCode: null }),
      product: () => '36',
    };
  });
  expect(told).toEqual([[]]);
  expect(asked).toEqual([{ customers: ['000000018'], products: [{ by: 'code', name: 'HAR-25' }] }]);
  expect(await codesOf([issued()], async () => NOTHING_TOLD)).toEqual([
    ['district_of_municipality', 'other_unit'],
  ]);
});

it('tells what cannot be read, and goes on after an error', async () => {
  const broken = { ...issued(), draft: '{"resumen":1}' };
  expect(await codesOf([broken, issued()], null)).toEqual([
    ['unreadable'],
    ['district_of_municipality', 'other_unit'],
  ]);
  await expect(
    codesOf([issued()], async () => {
      throw new Error('no database');
    }),
  ).rejects.toThrow('no database');
  expect(await codesOf([], null)).toEqual([]);
});

it('rehearses in another thread after one has ended, idle or in its start', async () => {
  const threads: Worker[] = [];
  const note = (thread: Worker) => void threads.push(thread);
  process.on('worker', note);
  const own = createRehearser();
  const rehearse = () => own.rehearse([issued()], setting, null);
  const failing = expect(rehearse()).rejects.toThrow('the thread of rehearsals ended');
  await expect.poll(() => threads.length).toBe(1);
  await threads[0]?.terminate();
  await failing;
  expect(await rehearse()).toHaveLength(1);
  await threads[1]?.terminate();
  expect(await rehearse()).toHaveLength(1);
  await own.close();
  process.off('worker', note);
  expect(threads).toHaveLength(3);
});
