import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { COLUMN_NAMES } from '../../operations/listings/columns.ts';
import { tableOf } from '../../operations/listings/pages.ts';
import type { Cell } from '../../operations/listings/ports.ts';
import type { Command } from '../command.ts';
import { UsageFailure } from '../failure.ts';
import { findCompany, withInstallation } from '../installation.ts';
import { queryOfOptions, SELECTION_OPTIONS } from '../selection-options.ts';

export const documentExport: Command = {
  name: 'document export',
  places: ['COMPANY', 'FILE'],
  options: SELECTION_OPTIONS,
  summary:
    "Write a company's documents, the oldest first, as a table into a new file, whose name ends with .csv or .xlsx. For the signed documents and their PDFs: GET /documents.zip.",
  async run({ places: [slug = '', file = ''], options }, { program }) {
    const kind = /\.(csv|xlsx)$/i.exec(file)?.[1]?.toLowerCase();
    if (kind !== 'csv' && kind !== 'xlsx')
      throw new UsageFailure('The name of the file must end with .csv or .xlsx.');
    const documents = await withInstallation(program(), async ({ office }) => {
      const { companyId, company } = await findCompany(office, slug);
      const query = queryOfOptions(options, company.ambiente, false);
      const counted = counting(tableOf(office.lister, companyId, { query, columns: COLUMN_NAMES }));
      const pieces = Readable.from(office.writer[kind](counted.rows()), { objectMode: false });
      await pipeline(pieces, createWriteStream(file, { flags: 'wx' }));
      return counted.count();
    });
    return { json: { file, documents }, text: [`${documents} documents are in ${file}.`] };
  },
};

/** The rows, and how many there were besides the heading. */
function counting(table: AsyncIterable<readonly Cell[]>) {
  let rows = 0;
  async function* counted(): AsyncGenerator<readonly Cell[]> {
    for await (const row of table) {
      rows += 1;
      yield row;
    }
  }
  return { rows: counted, count: () => rows - 1 };
}
