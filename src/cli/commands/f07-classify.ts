import { ClassChangeSchema, readClassChange } from '../../requests/class-change.ts';
import { isOf, requestProblemsIn } from '../../schema/check.ts';
import type { Command } from '../command.ts';
import { CommandFailure, UsageFailure } from '../failure.ts';
import { findCompany, withInstallation } from '../installation.ts';
import { periodOfText } from '../period-option.ts';
import { readText } from '../read-file.ts';

const CODES = ['operation-type', 'income-type', 'classification', 'sector', 'cost-type'] as const;

export const f07Classify: Command = {
  name: 'f07 classify',
  places: ['COMPANY', 'MONTH'],
  options: {
    'operation-type': 'CODE',
    'income-type': 'CODE',
    classification: 'CODE',
    sector: 'CODE',
    'cost-type': 'CODE',
    establishment: 'CODE',
    types: 'LIST',
    activity: 'CODE',
    'only-unclassed': '',
    references: 'FILE',
  },
  summary:
    'Give documents of a month that is not closed other codes of the income tax: all sales and notes, or those of an establishment, of types like 01,03, of an activity, that nobody has classed, or of the references that a file has, one a line. Purchases are --types 14 and have codes of their own. Codes that are not given stay as they are.',
  async run({ places: [slug = '', month = ''], options }, { program }) {
    const period = periodOfText(month);
    const codes = CODES.filter((name) => options.has(name)).map((name) => [
      name.replace('-', '_'),
      Number(options.get(name)),
    ]);
    const file = options.get('references') ?? null;
    const references = file === null ? null : await referencesIn(file);
    const body = {
      ...Object.fromEntries(codes),
      establishment: options.get('establishment') ?? null,
      activity_code: options.get('activity') ?? null,
      only_unclassed: options.has('only-unclassed'),
      doc_types: options.get('types')?.split(',') ?? null,
      external_refs: references,
    };
    const change = changeIn(body);
    const running = program();
    const made = await withInstallation(running, async ({ office }) => {
      const { companyId, company } = await findCompany(office, slug);
      const of = { companyId, ambiente: company.ambiente, period };
      return office.classes.change(of, change, { by: `operador ${running.deed.osUser}` });
    });
    if (made === null) throw new CommandFailure('month_closed', `${month} is closed.`);
    return {
      json: { month, change_id: made.changeId, documents: made.documents },
      text: [
        `${made.documents} documents have the codes now.`,
        ...(references === null || references.length === made.documents
          ? []
          : [`${references.length} references were given: the others are of no such document of ${month}.`]),
      ],
    };
  },
};

function changeIn(body: unknown) {
  if (!isOf(ClassChangeSchema, body)) {
    const problems = requestProblemsIn(body, ClassChangeSchema);
    throw new UsageFailure(problems.map(({ path, message }) => `${path}: ${message}`).join(' '));
  }
  const change = readClassChange(body);
  if (change.kind === 'refused') throw new UsageFailure(change.detail);
  return change;
}

/** An empty file is most likely a mistake, and its month would be classed without a way back. */
async function referencesIn(file: string): Promise<readonly string[]> {
  const lines = (await readText(file)).split(/\r?\n/).filter((line) => line.trim() !== '');
  const references = [...new Set(lines)];
  if (references.length > 0) return references;
  throw new CommandFailure('unreadable_file', `${file} is empty: it must hold references, one a line.`);
}
