import type { DocumentView } from '../../operations/documents/reading-ports.ts';
import { COLUMN_NAMES, cellsOf } from '../../operations/listings/columns.ts';
import { viewsOf } from '../../operations/listings/pages.ts';
import type { Cell } from '../../operations/listings/ports.ts';
import type { Command } from '../command.ts';
import { UsageFailure } from '../failure.ts';
import { findCompany, withInstallation } from '../installation.ts';
import { queryOfOptions, SELECTION_OPTIONS } from '../selection-options.ts';
import { tableLines } from '../table.ts';

const SHOWN = [
  'posted_date',
  'doc_type',
  'control_number',
  'state',
  'amount_total',
  'customer_name',
  'external_ref',
] as const;
const HEADINGS = ['ISSUED', 'TYPE', 'CONTROL NUMBER', 'STATE', 'TOTAL', 'CUSTOMER', 'REFERENCE'];
const BY_DEFAULT = '50';
const MOST = 10_000;

export const documentList: Command = {
  name: 'document list',
  places: ['COMPANY'],
  options: { ...SELECTION_OPTIONS, limit: 'N' },
  summary: `List a company's documents, the newest first: ${BY_DEFAULT}, or as many as --limit says.`,
  async run({ places: [slug = ''], options }, { program }) {
    const limit = limitOf(options.get('limit') ?? BY_DEFAULT);
    const views = await withInstallation(program(), async ({ office }) => {
      const { companyId, company } = await findCompany(office, slug);
      const query = queryOfOptions(options, company.ambiente, true);
      const found: DocumentView[] = [];
      for await (const view of viewsOf(office.lister, companyId, query))
        if (found.push(view) === limit) break;
      return found;
    });
    return {
      json: { documents: views.map(documentJson) },
      text:
        views.length === 0
          ? ['No document of the company is that.']
          : tableLines(
              HEADINGS,
              views.map((view) => cellsOf(view, SHOWN).map(cellText)),
            ),
    };
  },
};

function limitOf(text: string): number {
  const limit = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : MOST + 1;
  if (limit > MOST) throw new UsageFailure(`--limit must be a whole number from 1 to ${MOST}.`);
  return limit;
}

/** Every column under its name. */
export function documentJson(view: DocumentView): Readonly<Record<string, string | null>> {
  const cells = cellsOf(view, COLUMN_NAMES);
  return Object.fromEntries(COLUMN_NAMES.map((name, place) => [name, textOrNull(cells[place] ?? null)]));
}

function textOrNull(cell: Cell): string | null {
  return cell === null || typeof cell === 'string' ? cell : cell.amount;
}

export function cellText(cell: Cell): string {
  return textOrNull(cell) ?? '';
}
