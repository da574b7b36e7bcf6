import { randomUUID } from 'node:crypto';
import type { Reception } from '../../src/operations/authority/ports.ts';
import type {
  ContingencyAuthority,
  Lote,
  LoteAnswer,
  LoteQuery,
  ReportAnswer,
} from '../../src/operations/contingencies/ports.ts';
import { lookAfterContingency } from '../../src/operations/contingencies/report-contingency.ts';
import type { WorkLoopContext } from '../../src/work/work-loop.ts';
import { ABSENT, type IssuingBench, openIssuingBench, orderAt, SILENT } from './issuing-bench.ts';
import { scriptOf } from './script.ts';
import { present, type StorageBench } from './storage-bench.ts';

type Results = ReadonlyMap<string, Reception> | null;

/** An authority for contingencies that answers by a script and remembers what it was told. */
export interface ScriptedContingencies extends ContingencyAuthority {
  readonly reports: readonly string[];
  readonly lotes: readonly Lote[];
  readonly queries: readonly LoteQuery[];
  answer(script: {
    readonly report?: readonly ReportAnswer[];
    readonly lote?: readonly LoteAnswer[];
    readonly results?: readonly ((query: LoteQuery) => Results)[];
  }): void;
}

export function scriptedContingencies(): ScriptedContingencies {
  const reports: string[] = [];
  const lotes: Lote[] = [];
  const queries: LoteQuery[] = [];
  const script = {
    report: scriptOf<ReportAnswer>('event'),
    lote: scriptOf<LoteAnswer>('lote'),
    results: scriptOf<Results, LoteQuery>('query about a lote'),
  };
  return {
    reports,
    lotes,
    queries,
    answer({ report = [], lote = [], results = [] }) {
      script.report.add(...report);
      script.lote.add(...lote);
      script.results.add(...results);
    },
    report(_account, jws) {
      reports.push(jws);
      return script.report.next();
    },
    submitLote(lote) {
      lotes.push(lote);
      return script.lote.next();
    },
    consultLote(query) {
      queries.push(query);
      return script.results.next(query);
    },
  };
}

/** A company whose authority fell silent, with the world around it in the test's hands. */
export interface ContingencyBench {
  readonly bench: IssuingBench;
  readonly context: WorkLoopContext;
  readonly contingencies: ScriptedContingencies;
  /** Documents that have become formal: their number. */
  formalDocuments(count: number): Promise<readonly string[]>;
  /** Runs the work on the company's contingency, due or not; an event if there is one, else what waits for one. */
  lookAfter(): Promise<void>;
  eventRow(): Promise<Readonly<Record<string, unknown>>>;
  states(): Promise<readonly unknown[]>;
}

export async function openContingencyBench(storage: StorageBench): Promise<ContingencyBench> {
  const bench = await openIssuingBench(storage);
  const contingencies = scriptedContingencies();
  const { companyId } = bench;
  const context = { ...bench.context, contingencyAuthority: contingencies };
  const events = () =>
    storage.asSuperuser`SELECT * FROM contingency_events WHERE company_id = ${companyId} ORDER BY report_until`;
  return {
    bench,
    context,
    contingencies,
    async formalDocuments(count) {
      const ids: string[] = [];
      for (let number = 1; number <= count; number += 1) {
        const externalRef = `ref-${randomUUID()}`;
        bench.authority.answer({ submit: [SILENT, SILENT, SILENT], consult: [ABSENT, ABSENT, ABSENT] });
        const { record } = await bench.issued({ externalRef, order: orderAt(1.13) });
        ids.push(record.documentId);
      }
      await bench.ageAttempts('20 minutes');
      await storage.asSuperuser`UPDATE documents
        SET contingency_since = contingency_since - interval '20 minutes' WHERE company_id = ${companyId}`;
      for (const id of ids) {
        bench.authority.answer({ consult: [ABSENT] });
        await bench.revalidate(id);
      }
      return ids;
    },
    async lookAfter() {
      await storage.asSuperuser`UPDATE contingency_events SET next_attempt_at = now(), lease_until = NULL
        WHERE company_id = ${companyId} AND next_attempt_at IS NOT NULL`;
      const open = (await events()).find((row) => row['next_attempt_at'] !== null);
      const eventId = open === undefined ? null : String(open['event_id']);
      const due = { companyId, ambiente: '00', eventId } as const;
      await lookAfterContingency(context, { due, stop: { aborted: false } });
    },
    eventRow: async () => present((await events())[0]),
    states: async () =>
      (
        await storage.asSuperuser`SELECT state FROM documents
          WHERE company_id = ${companyId} ORDER BY control_number`
      ).map((row) => row['state']),
  };
}
