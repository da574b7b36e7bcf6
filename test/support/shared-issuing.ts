import { beforeEach, expect } from 'vitest';
import type { Company } from '../../src/core/company/company.ts';
import type { AuthorityAccount, SilenceCause } from '../../src/operations/authority/ports.ts';
import { FAILURES_TO_OPEN } from '../../src/operations/background/circuit-breaker.ts';
import type { DocumentRecord } from '../../src/operations/documents/ports.ts';
import type { DatabaseName } from './database.ts';
import { codeOf, idOf, nitOf } from './identifiers.ts';
import {
  type IssuingBench,
  openIssuingBench,
  orderAt,
  type ScriptedAuthority,
  SILENT,
} from './issuing-bench.ts';
import { present, type StorageBench, sharedBench, upTo } from './storage-bench.ts';

/** Two orders of one sale: the second one has other data. */
export const FIRST = orderAt(1.13);
export const CHANGED = orderAt(2.26);

/** A company that issues, another one for each test of a suite, in a database that these share. */
export interface SharedIssuing extends IssuingBench {
  readonly storage: StorageBench;
  readonly answer: ScriptedAuthority['answer'];
  account(): AuthorityAccount;
  /** The signed versions of the company's documents, and what became of them. */
  attempts(): Promise<Awaited<ReturnType<StorageBench['asSuperuser']>>>;
  sentBytes(): readonly string[];
  found(idOrRef: string): Promise<DocumentRecord>;
  /** The signed bytes of a document as they are kept. */
  archived(documentId: string): Promise<string>;
  /** A first request that ends in contingency, with bytes that may have arrived. */
  fallSilent(): Promise<DocumentRecord>;
  /** The authority has not answered the company for long. */
  goDark(cause?: SilenceCause): void;
}

export function sharedIssuing(
  name: DatabaseName,
  options: { readonly company?: Company } = {},
): SharedIssuing {
  const storage = sharedBench(name);
  const bench: IssuingBench = Object.create(null);
  beforeEach(async () => {
    Object.assign(bench, await openIssuingBench(storage, options));
  });
  const answer: ScriptedAuthority['answer'] = (script) => bench.authority.answer(script);
  const account = () => {
    const { companyId } = bench;
    return { companyId, ambiente: '00', nit: nitOf('06140101900018') } as const;
  };
  return Object.assign(bench, {
    storage,
    answer,
    account,
    attempts: () =>
      storage.asSuperuser`SELECT attempt, outcome, sends FROM attempts
        WHERE company_id = ${bench.companyId} ORDER BY attempt`,
    sentBytes: () => bench.authority.sent.map(({ jws }) => jws),
    found: async (idOrRef: string) => present(await bench.store.find(bench.companyId, idOrRef)),
    archived: async (documentId: string) =>
      present(await bench.store.signedBytes(bench.companyId, idOf(documentId))).jws,
    async fallSilent() {
      answer({ submit: [SILENT], consult: [SILENT] });
      const { record } = await bench.issued({ order: FIRST });
      expect(record.state).toBe('contingency');
      return record;
    },
    goDark(cause?: SilenceCause) {
      const query = {
        account: account(),
        tipoDte: '01',
        generation: 'v2',
        codigoGeneracion: codeOf('X'),
      } as const;
      for (const _ of upTo(FAILURES_TO_OPEN)) bench.context.breaker.note(query, false, cause);
    },
  });
}
