import type { ArchiveReport, Damage } from '../../operations/archive/ports.ts';
import type { Command, Invocation } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { findCompany, withInstallation } from '../installation.ts';
import type { Program } from '../program.ts';

export const verify: Command = {
  name: 'verify',
  places: [],
  options: { company: 'SLUG', export: 'DIR' },
  summary:
    'Look at every archived row, its hash and signature and its place in the chain; asks nobody outside.',
  async run(invocation, { program }) {
    const report = await look(program(), invocation);
    const { damages, rows, companies, unlinked, headSignedAt } = report;
    return {
      json: {
        ok: damages.length === 0,
        rows,
        companies,
        not_yet_linked: unlinked,
        oldest_signed_end: headSignedAt,
        damages: damages.map(toJson),
      },
      text: [...damages.map(toLine), ...summaryOf(report)],
      exitCode: damages.length === 0 ? 0 : 1,
    };
  },
};

async function look(program: Program, { options }: Invocation): Promise<ArchiveReport> {
  const [slug, folder] = [options.get('company') ?? null, options.get('export')];
  if (folder === undefined)
    return withInstallation(program, async ({ office, databaseUrl }) => {
      if (slug !== null) await findCompany(office, slug);
      return program.verifyDatabase(databaseUrl, slug);
    });
  const report = await program.verifyExport(folder, slug);
  if (slug !== null && report.companies === 0)
    throw new CommandFailure('unknown_company', `The export holds no company "${slug}".`);
  return report;
}

function toLine({ table, company, key, reference, controlNumber, column, problem }: Damage): string {
  const document =
    reference === null ? '' : ` (reference ${JSON.stringify(reference)}, number ${controlNumber})`;
  const where = column === null ? '' : ` column ${column}:`;
  return `damaged ${table} ${company} ${key}${document}:${where} ${problem}`;
}

function toJson({ controlNumber, ...damage }: Damage) {
  return { ...damage, control_number: controlNumber };
}

function summaryOf({ damages, rows, companies, unlinked, headSignedAt }: ArchiveReport): readonly string[] {
  const signed =
    headSignedAt === null ? 'No end of a chain has been signed yet' : `Ends signed ${headSignedAt} or later`;
  const waiting =
    unlinked === 0
      ? ''
      : ` ${unlinked} final rows wait for their link and were looked at by their signatures alone.`;
  const found = damages.length === 0 ? 'nothing is damaged' : `${damages.length} damaged`;
  return [`${rows} rows of ${companies} companies: ${found}. ${signed}.${waiting}`];
}
