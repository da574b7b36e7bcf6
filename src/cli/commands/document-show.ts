import { COLUMN_NAMES, cellsOf } from '../../operations/listings/columns.ts';
import type { Command } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { findCompany, withInstallation } from '../installation.ts';
import { tableLines } from '../table.ts';
import { cellText, documentJson } from './document-list.ts';

export const documentShow: Command = {
  name: 'document show',
  places: ['COMPANY', 'ID_OR_REF'],
  options: {},
  summary: 'Show a document as it stands, by its identifier or reference.',
  async run({ places: [slug = '', idOrRef = ''] }, { program }) {
    const view = await withInstallation(program(), async ({ office }) => {
      const { companyId } = await findCompany(office, slug);
      return office.documents.view(companyId, { idOrRef, bytes: false });
    });
    if (view === null)
      throw new CommandFailure('unknown_document', `The company ${slug} has no document ${idOrRef}.`);
    const cells = cellsOf(view, COLUMN_NAMES);
    return {
      json: documentJson(view),
      text: tableLines(
        ['FIELD', 'VALUE'],
        COLUMN_NAMES.map((name, place) => [name, cellText(cells[place] ?? null)]),
      ),
    };
  },
};
