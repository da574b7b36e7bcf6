import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runIn } from '../../../test/support/command-line.ts';
import { exampleRecord, viewOf } from '../../../test/support/document-view.ts';
import { codeOf, idOf, refOf } from '../../../test/support/identifiers.ts';
import { sharedPlace } from '../../../test/support/shared-place.ts';
import type { World } from '../../../test/support/stand-in-program.ts';
import type { PageQuery } from '../../operations/listings/ports.ts';

const folder = sharedPlace();
const VIEWS = ['uno', '=dos', 'tres'].map((name) =>
  viewOf(exampleRecord({ documentId: idOf(name), externalRef: refOf(name) })),
);
const AT_MS = Date.UTC(2026, 10, 21, 12);
const LIFE: Pick<World, 'life' | 'attempts'> = {
  life: {
    documentId: idOf('sold'),
    externalRef: refOf('venta-1'),
    events: [{ kind: 'sealed', atMs: AT_MS, detail: { reception_stamp: 'SELLO' } }],
  },
  attempts: [
    {
      number: 1,
      codigoGeneracion: codeOf('sold'),
      outcome: 'stamped',
      sends: 1,
      sha256: 'ab12',
      sentMs: AT_MS,
      answerStatus: 200,
      answerBody: '{"estado":"PROCESADO"}',
    },
  ],
};

async function run(line: string) {
  const queries: PageQuery[] = [];
  const onPage = (query: PageQuery) => void queries.push(query);
  const answer = await runIn({ companies: ['00'], views: VIEWS, onPage, ...LIFE }, `document ${line}`);
  return { ...answer, queries };
}

describe('sello document list', () => {
  it('lists page by page, the newest first', async () => {
    const { text, json, queries } = await run('list empresa-0');
    expect(text).toHaveLength(4);
    expect(text[2]).toMatch(
      /^2026-11-20T12:00:00-06:00 +01 +DTE-01-M001P001-0{14}1 +stamped +11\.30 +Cliente Ficticio +=dos$/,
    );
    expect(json).toMatchObject({ documents: [{ external_ref: 'uno', amount_total: '11.30' }, {}, {}] });
    expect(queries.map(({ newestFirst, after }) => [newestFirst, after?.documentId])).toEqual([
      [true, undefined],
      [true, idOf('uno')],
      [true, idOf('=dos')],
    ]);
  });

  it('reads no more than it is asked for, and asks as it is told', async () => {
    const { text, queries } = await run('list empresa-0 --limit 1 --doc-type 03 --customer peña');
    expect(text).toHaveLength(2);
    expect(queries).toMatchObject([{ selection: { types: ['03'], customer: 'peña', ambiente: '00' } }]);
  });

  it.each([
    ['--limit 0', '--limit must be a whole number'],
    ['--amount-min x', '--amount-min: Debe ser un monto'],
  ])('refuses %s', async (option, message) => {
    await expect(run(`list empresa-0 ${option}`)).rejects.toThrow(message);
  });
});

describe('sello document show', () => {
  it('shows one by its reference', async () => {
    const { text, json } = await run('show empresa-0 tres');
    expect(text).toContainEqual(expect.stringMatching(/^external_ref +tres$/));
    expect(json).toMatchObject({ external_ref: 'tres', state: 'stamped' });
    await expect(run('show empresa-0 nada')).rejects.toThrow('has no document nada');
  });
});

describe('sello document export', () => {
  it('writes a new file, the oldest first', async () => {
    const file = join(folder, 'ventas.csv');
    const { text, queries } = await run(`export empresa-0 ${file}`);
    expect(text).toEqual([`3 documents are in ${file}.`]);
    expect(queries[0]?.newestFirst).toBe(false);
    const lines = readFileSync(file, 'utf8').split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[2]).toContain("'=dos");
    await expect(run(`export empresa-0 ${file}`)).rejects.toThrow('EEXIST');
    await expect(run('export empresa-0 ventas.pdf')).rejects.toThrow('.csv or .xlsx');
  });
});

describe('sello document events', () => {
  it('tells the life of a document with every version of its bytes', async () => {
    const { text, json } = await run('events empresa-0 venta-1');
    expect(text[1]).toMatch(/^2026-11-21T\S+ +sealed +\{"reception_stamp":"SELLO"\}$/);
    expect(text.at(-1)).toMatch(/^1 +\S+ +stamped +1 +ab12 +200 \{"estado":"PROCESADO"\}$/);
    expect(json).toMatchObject({
      external_ref: 'venta-1',
      events: [{ event: 'sealed' }],
      attempts: [{ sha256: 'ab12', answer: '{"estado":"PROCESADO"}' }],
    });
  });

  it('has nothing to tell where the company has no such document', async () => {
    await expect(run('events empresa-0 venta-2')).rejects.toThrow(
      'The company empresa-0 has no document venta-2.',
    );
  });
});
