import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exampleRecord, viewOf } from '../../../test/support/document-view.ts';
import { idOf, refOf } from '../../../test/support/identifiers.ts';
import { sharedPlace } from '../../../test/support/shared-place.ts';
import { standInProgram, surroundingsOf } from '../../../test/support/stand-in-program.ts';
import type { PageQuery } from '../../operations/listings/ports.ts';
import type { Command } from '../command.ts';
import { documentExport } from './document-export.ts';
import { documentList } from './document-list.ts';
import { documentShow } from './document-show.ts';

const folder = sharedPlace();
const VIEWS = ['uno', '=dos', 'tres'].map((name) =>
  viewOf(exampleRecord({ documentId: idOf(name), externalRef: refOf(name) })),
);

async function run(
  command: Command,
  places: readonly string[],
  options: readonly (readonly [string, string])[] = [],
) {
  const queries: PageQuery[] = [];
  const world = {
    folder,
    companies: ['00'] as const,
    views: VIEWS,
    onPage: (query: PageQuery) => void queries.push(query),
  };
  const { program } = standInProgram(world);
  const answer = await command.run(
    { command, places, options: new Map(options), json: false },
    surroundingsOf(program),
  );
  return { ...answer, queries };
}

describe('sello document list', () => {
  it('lists page by page, the newest first', async () => {
    const { text, json, queries } = await run(documentList, ['empresa-0']);
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
    const { text, queries } = await run(
      documentList,
      ['empresa-0'],
      [
        ['limit', '1'],
        ['doc-type', '03'],
        ['customer', 'peña'],
      ],
    );
    expect(text).toHaveLength(2);
    expect(queries).toMatchObject([{ selection: { types: ['03'], customer: 'peña', ambiente: '00' } }]);
  });

  it.each([
    ['limit', '0', '--limit must be a whole number'],
    ['amount-min', 'x', '--amount-min: Debe ser un monto'],
  ])('refuses --%s %s', async (option, value, message) => {
    await expect(run(documentList, ['empresa-0'], [[option, value]])).rejects.toThrow(message);
  });
});

describe('sello document show', () => {
  it('shows one by its reference', async () => {
    const { text, json } = await run(documentShow, ['empresa-0', 'tres']);
    expect(text).toContainEqual(expect.stringMatching(/^external_ref +tres$/));
    expect(json).toMatchObject({ external_ref: 'tres', state: 'stamped' });
    await expect(run(documentShow, ['empresa-0', 'nada'])).rejects.toThrow('has no document nada');
  });
});

describe('sello document export', () => {
  it('writes a new file, the oldest first', async () => {
    const file = join(folder, 'ventas.csv');
    const { text, queries } = await run(documentExport, ['empresa-0', file]);
    expect(text).toEqual([`3 documents are in ${file}.`]);
    expect(queries[0]?.newestFirst).toBe(false);
    const lines = readFileSync(file, 'utf8').split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[2]).toContain("'=dos");
    await expect(run(documentExport, ['empresa-0', file])).rejects.toThrow('EEXIST');
    await expect(run(documentExport, ['empresa-0', 'ventas.pdf'])).rejects.toThrow('.csv or .xlsx');
  });
});
