// What a preview shows is what is issued then: every field but number, code and seal, and every refusal word by word.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../src/core/refusals/refusal.ts';
import { issueCreditNote } from '../../src/operations/credit-notes/issue-credit-note.ts';
import { previewCreditNote } from '../../src/operations/credit-notes/preview-credit-note.ts';
import { issueDocument } from '../../src/operations/documents/issue-document.ts';
import type { Issued } from '../../src/operations/documents/issue-drafted.ts';
import { type Preview, previewDocument } from '../../src/operations/documents/preview-document.ts';
import { sampleCompanies } from '../oracle/companies.ts';
import { DOCUMENT_KINDS } from '../structure/document-kinds.ts';
import { refOf } from '../support/identifiers.ts';
import { type MemoryHouse, openMemoryHouse } from './memory-house.ts';
import { type NoteWish, type OrderWish, type Wish, wishes } from './wishes.ts';

const IS_LONG = process.env['SELLO_LONG'] === '1';
const SEED = Number(process.env['TEST_SEED'] ?? 20_261_201);
/** How many wishes of each of the ten kinds of documents there are; with `SELLO_LONG=1` 20,000 in all. docs/proofs.md keeps the figures. */
const SALES_A_KIND = IS_LONG ? 2_000 : 100;
const COMPANIES = 20;
const TIMEOUT_MS = 3_600_000;
/** What is kept is compared before and after one preview in so many. */
const COMPARED = 20;
/** So many wishes share a storage; in a fuller one the comparison of all that is kept would take all of the time. */
const A_HOUSE = 100;

interface Outcomes {
  readonly preview: Preview | Refusal;
  readonly issued: Issued | Refusal;
}

/** Previews and issues a wish under a reference of its own. */
function grant(house: MemoryHouse, wish: Wish, looks: boolean): Promise<Outcomes> {
  return wish.kind === 'order' ? grantOrder(house, wish, looks) : grantNote(house, wish, looks);
}

async function grantOrder(
  house: MemoryHouse,
  { company, order, before }: OrderWish,
  looks: boolean,
): Promise<Outcomes> {
  const { context, companyId } = house;
  const request = { issuer: { companyId, company }, externalRef: refOf(randomUUID()) };
  if (before !== null) await house.refusing(() => issueDocument(context, { ...request, order: before }));
  const preview = await untouched(house, looks, () => previewDocument(context, { ...request, order }));
  return { preview, issued: await issueDocument(context, { ...request, order }) };
}

async function grantNote(
  house: MemoryHouse,
  { company, then, ccf, mode, lines }: NoteWish,
  looks: boolean,
): Promise<Outcomes> {
  const { context, companyId } = house;
  const [sold, externalRef] = [refOf(randomUUID()), refOf(randomUUID())];
  const sale = await issueDocument(context, {
    issuer: { companyId, company: then },
    externalRef: sold,
    order: ccf,
  });
  expect(sale.kind).toBe('issued');
  const observations = null;
  const request = { issuer: { companyId, company }, externalRef, ccf: sold, mode, lines, observations };
  const preview = await untouched(house, looks, () => previewCreditNote(context, request));
  return { preview, issued: await issueCreditNote(context, request) };
}

/** Does something that must neither sign nor send, nor change anything that is kept. */
async function untouched<T>(house: MemoryHouse, looks: boolean, work: () => Promise<T>): Promise<T> {
  const kept = async () => (looks ? JSON.stringify(await house.everything(), bigints) : '');
  const [before, signed, sent] = [await kept(), house.signed.length, house.sent.length];
  const done = await work();
  expect([house.signed.length, house.sent.length]).toEqual([signed, sent]);
  expect(await kept()).toBe(before);
  return done;
}

function bigints(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

/** The text that was signed, with the places of number and code empty. */
function emptied(text: string, { numeroControl, codigoGeneracion }: Issued['record']): string {
  return text
    .replace(`"numeroControl":"${numeroControl}"`, '"numeroControl":""')
    .replace(`"codigoGeneracion":"${codigoGeneracion}"`, '"codigoGeneracion":""');
}

const counted = { same: 0, refused: 0, again: 0 };

function compare(house: MemoryHouse, { preview, issued }: Outcomes): void {
  if (preview.kind === 'refused' || issued.kind === 'refused') {
    expect(preview).toEqual(issued);
    counted.refused += 1;
    return;
  }
  const { record } = issued;
  expect(record.state).toBe('stamped');
  // To the byte, the order of the fields and the digits of every amount included.
  expect(preview.text).toBe(emptied(house.signed.at(-1) ?? '', record));
  expect(preview.draft.summary).toEqual(record.summary);
  expect(preview).toMatchObject({ tipoDte: record.tipoDte, generation: record.generation });
  expect(preview.draft).toMatchObject({
    establishment: record.establishment,
    pointOfSale: record.pointOfSale,
  });
  counted.same += 1;
}

describe.each(DOCUMENT_KINDS)(`${SALES_A_KIND} sales of type $tipoDte in $generation`, (kind) => {
  it(
    'are issued as they were shown, or refused in the same words',
    async () => {
      const companies = sampleCompanies(kind.generation, { seed: SEED, count: COMPANIES });
      let number = 0;
      let house = await openMemoryHouse();
      const check = async (wish: Wish) => {
        number += 1;
        if (number % A_HOUSE === 0) house = await openMemoryHouse();
        if (wish.kind === 'order' && wish.before !== null) counted.again += 1;
        compare(house, await grant(house, wish, number % COMPARED === 0));
      };
      await fc.assert(fc.asyncProperty(wishes(companies, kind), check), {
        seed: SEED,
        numRuns: SALES_A_KIND,
      });
    },
    TIMEOUT_MS,
  );
});

it('are mostly issued, sometimes refused, and sometimes issued again', () => {
  const all = DOCUMENT_KINDS.length * SALES_A_KIND;
  expect(counted.same + counted.refused).toBe(all);
  expect(counted.same).toBeGreaterThan(all * 0.7);
  expect(counted.refused).toBeGreaterThan(all * 0.03);
  expect(counted.again).toBeGreaterThan(all * 0.03);
  if (IS_LONG) process.stdout.write(`previewed and issued: ${JSON.stringify(counted)}\n`);
});
