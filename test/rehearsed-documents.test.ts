import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Completions } from '../src/core/drafting/completion.ts';
import { completedOrder } from '../src/core/drafting/completion.ts';
import { draftOrder } from '../src/core/drafting/draft-order.ts';
import type { Draft, Drafting } from '../src/core/drafting/order.ts';
import type { SchemaGeneration } from '../src/core/dte/kinds.ts';
import type { IssuedDocument } from '../src/core/rehearsing/issued-document.ts';
import { redraftNote } from '../src/core/rehearsing/rebuilt-note.ts';
import { rebuild, rehearse } from '../src/core/rehearsing/rehearse-document.ts';
import { sampleCompanies } from './oracle/companies.ts';
import { anyBusiness, type Business, draftBusiness } from './oracle/generated-documents.ts';
import { DOCUMENT_KINDS, type DocumentKind } from './structure/document-kinds.ts';
import { idOf, numeroOf } from './support/identifiers.ts';
import { seedOfThisRun } from './support/this-half.ts';

/** Every failure prints this seed and the smallest document that fails. */
const SEED = seedOfThisRun(20_261_201);
const DOCUMENTS_A_KIND = process.env['SELLO_LONG'] === '1' ? 2000 : 100;
const COMPANIES = 20;
const NOTHING_TOLD: Completions = { customer: () => null, product: () => null };

function issuedAs({ tipoDte, generation }: DocumentKind, draft: Draft): IssuedDocument {
  return {
    documentId: idOf('00000000-0000-4000-8000-000000000000'),
    numeroControl: numeroOf(1),
    tipoDte,
    generation,
    place: draft,
    issuedOn: '2026-11-20',
    draft: draft.text,
    summary: draft.summary,
  };
}

/** Which of more lines were marked as services against their kind, no document of type 14 tells. */
const TOLD_LINES = 10;

function drafted(business: Business, generation: SchemaGeneration): Draft | null {
  const isTold = business.kind === 'note' || business.order.tipoDte !== '14';
  if (!isTold && business.order.lines.length > TOLD_LINES) return null;
  const drafting: Drafting = draftBusiness(business, generation);
  return drafting.kind === 'draft' ? drafting : null;
}

describe.each(DOCUMENT_KINDS)('rehearsed documents of type $tipoDte in $generation', (kind) => {
  const { generation } = kind;
  const companies = sampleCompanies('v2', { seed: SEED, count: COMPANIES });
  const business = anyBusiness(companies, kind);
  const settings = { seed: SEED, numRuns: DOCUMENTS_A_KIND };

  it('are made again to the byte in their own generation', () => {
    const check = (each: Business) => {
      const draft = drafted(each, generation);
      fc.pre(draft !== null);
      const issued = issuedAs(kind, draft);
      const { content } = rebuild(issued, { company: each.company, generation });
      if (content === null) throw new Error('it cannot be read');
      const { order, context, document } = content;
      const again =
        order === null
          ? redraftNote(issued, document, context)
          : draftOrder(completedOrder(order, NOTHING_TOLD), context);
      if (again.kind === 'problems') throw new Error(JSON.stringify(again.problems));
      expect(again.text).toBe(draft.text);
      expect(again.summary).toEqual(draft.summary);
    };
    fc.assert(fc.property(business, check), settings);
  });

  it('come out as the same sale in the other generation', () => {
    const other = generation === 'v1' ? 'v2' : 'v1';
    const check = (each: Business) => {
      const draft = drafted(each, generation);
      const direct = drafted(each, other);
      fc.pre(draft !== null && direct !== null);
      const rebuilt = rebuild(issuedAs(kind, draft), { company: each.company, generation: other });
      const { causes } = rehearse(rebuilt, NOTHING_TOLD);
      expect(causes.filter(({ kind: what }) => what === 'impossible')).toEqual([]);
    };
    fc.assert(fc.property(business, check), settings);
  });
});
