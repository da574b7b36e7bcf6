import { expect, it } from 'vitest';
import { exampleRecord, viewOf } from '../../../test/support/document-view.ts';
import { idOf } from '../../../test/support/identifiers.ts';
import { readingStore } from '../../../test/support/reading-store.ts';
import { type ArchiveParts, archiveOf } from './export-archive.ts';

const VIEW = viewOf(exampleRecord(), { signed: { jws: 'a.b.c', sha256: '', answer: null } });
const UNSIGNED = viewOf(exampleRecord({ documentId: idOf('unsigned') }));

/** The press has no place for so many calls. */
function partsWith(busyCalls: number, pauses: number[] = []): ArchiveParts {
  let calls = 0;
  return {
    store: readingStore(VIEW.record, UNSIGNED.record),
    documents: { view: async (_, { idOrRef }) => (idOrRef === VIEW.record.documentId ? VIEW : UNSIGNED) },
    guard: { payload: async () => payload(), withheld: () => undefined },
    invalidations: { subject: async () => null },
    brandings: { branding: async () => ({ logo: null, color: null }) },
    press: {
      async print() {
        calls += 1;
        return calls > busyCalls ? new Uint8Array([1]) : null;
      },
    },
    writer: {
      async *csv(rows) {
        for await (const row of rows) yield Buffer.from(`${row.length}\n`);
      },
    },
    clock: { sleep: async (ms) => void pauses.push(ms) },
  };
}

function payload(): string {
  const { numeroControl, codigoGeneracion } = VIEW.record;
  return JSON.stringify({ identificacion: { numeroControl, codigoGeneracion }, receptor: null });
}

async function filesOf(parts: ArchiveParts) {
  const files = new Map<string, string>();
  const order = { companyId: VIEW.record.companyId, page: { views: [VIEW, UNSIGNED] }, next: 'more' };
  for await (const { name, content } of archiveOf(parts, order))
    files.set(name, typeof content === 'string' ? content : Buffer.from(content).toString());
  return files;
}

it('waits while the press is busy, and indexes what has no file', async () => {
  const pauses: number[] = [];
  const files = await filesOf(partsWith(2, pauses));
  const number = VIEW.record.numeroControl;
  expect([...files.keys()]).toEqual([`json/${number}.json`, `pdf/${number}.pdf`, 'index.json', 'index.csv']);
  expect(pauses).toHaveLength(2);
  expect(JSON.parse(files.get('index.json') ?? '')).toMatchObject({
    documents: [
      { control_number: number, amount_total: 11.3, pdf: `pdf/${number}.pdf`, problem: null },
      { json: null, pdf: null, problem: 'document_not_found' },
    ],
    next: 'more',
  });
  expect(new Set(files.get('index.csv')?.trim().split('\n')).size).toBe(1);
});

it('goes on without a PDF where the press stays busy', async () => {
  const files = await filesOf(partsWith(1_000));
  expect(JSON.parse(files.get('index.json') ?? '')).toMatchObject({
    documents: [{ json: expect.any(String), pdf: null, problem: 'paper_busy' }, {}],
  });
});
