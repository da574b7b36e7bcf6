import type { Company } from '../../src/core/company/company.ts';
import type { Draft } from '../../src/core/drafting/order.ts';
import { documentText, type Identity } from '../../src/core/dte/document-text.ts';
import type { SchemaGeneration } from '../../src/core/dte/kinds.ts';
import { previewDocument } from '../../src/operations/documents/preview-document.ts';
import { readIssuing } from '../../src/requests/read-issuing.ts';
import { readNote } from '../golden/golden-note.ts';
import { identitiesOf } from '../oracle/document-identities.ts';
import { companyOfFile, MINIMAL_COMPANY_FILE } from '../support/example-company.ts';
import { refOf } from '../support/identifiers.ts';
import { NO_COMPLETIONS } from '../support/no-completions.ts';
import { type Draft as Json, TEST_NIT } from '../support/simulator/facturas.ts';
import type { Verdict } from './book.ts';
import { tipoDteOf } from './explained.ts';

/** What the product makes of a request. */
export interface DraftedRequest {
  /** The document as it would be signed, and before it the CCF that it adjusts; none where it is refused. */
  readonly documents: readonly Json[];
  readonly refuses: readonly unknown[];
  readonly warns: readonly unknown[];
}

/** 20 November 2026, noon in El Salvador: every document of the book is of this instant. */
export const POSTED_MS = Date.UTC(2026, 10, 20, 18);

/** What becomes of the request of a case, as far as a preview shows it. */
export async function draftRequest(verdict: Verdict): Promise<DraftedRequest> {
  const { document = '01-v2', request } = verdict;
  const generation = document.endsWith('-v1') ? 'v1' : 'v2';
  const file = { ...MINIMAL_COMPANY_FILE, nit: TEST_NIT, schema_generation: generation, ...verdict.company };
  const company = companyOfFile(file);
  return tipoDteOf(verdict) === '05'
    ? draftNote(request, company, generation)
    : previewOrder(verdict, company, generation);
}

async function previewOrder(
  verdict: Verdict,
  company: Company,
  generation: SchemaGeneration,
): Promise<DraftedRequest> {
  const tipoDte = tipoDteOf(verdict);
  const read = readIssuing(verdict.request, tipoDte === '14' ? 'purchase' : 'sale');
  if (read.kind === 'refused') return { documents: [], refuses: read.problems, warns: [] };
  const preview = await previewDocument(
    {
      clock: { now: () => POSTED_MS },
      completions: NO_COMPLETIONS,
      signer: { ready: async () => null },
      store: { findByReference: async () => null },
    },
    { ...read, externalRef: refOf('veredicto'), issuer: { companyId: 'ficticia', company } },
  );
  if (preview.kind === 'refused') return { documents: [], refuses: preview.problems, warns: [] };
  const identity = identitiesOf({ tipoDte, generation, postedMs: POSTED_MS })(preview.draft);
  return { documents: [signed(preview.draft, identity)], refuses: [], warns: preview.warnings };
}

function draftNote(request: unknown, company: Company, generation: SchemaGeneration): DraftedRequest {
  const { draft, ccf } = readNote(request, { company, generation });
  const identity = identitiesOf({ tipoDte: '05', generation, postedMs: POSTED_MS })(draft);
  return { documents: [signed(ccf.draft, ccf.identity), signed(draft, identity)], refuses: [], warns: [] };
}

function signed(draft: Draft, identity: Identity): Json {
  return JSON.parse(documentText(draft.text, identity));
}
