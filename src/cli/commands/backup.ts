import { resolve } from 'node:path';
import { errorCode } from '../../core/errors/error-code.ts';
import { parseCompanySlug } from '../../core/identifiers/company-slug.ts';
import type { ArchiveReport, Damage } from '../../operations/archive/ports.ts';
import type { Answer, Call } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { findCompany } from '../installation.ts';
import type { BackupSummary } from '../program.ts';

export async function backup({ places: [path = ''], program, open }: Call): Promise<Answer> {
  const folder = resolve(path);
  const { databaseUrl } = await open();
  const json = toJson(await program().backUp(databaseUrl, folder).catch(explain(folder)), folder);
  return {
    json,
    text: [
      `${json.rows} rows of ${json.tables} tables as of ${json.taken_at} are in ${folder}.`,
      'The master key is not in it: what is sealed stays sealed. Keep a copy of that file in another place.',
    ],
  };
}

function explain(folder: string): (error: unknown) => never {
  return (error) => {
    if (errorCode(error) !== 'EEXIST' && errorCode(error) !== 'ENOTEMPTY') throw error;
    throw new CommandFailure(
      'folder_exists',
      `${folder} exists already, or its ${folder}.part: name another folder.`,
    );
  };
}

function toJson({ takenAt, tables }: BackupSummary, folder: string) {
  const rows = tables.reduce((total, one) => total + one.rows, 0);
  return { folder, taken_at: takenAt, tables: tables.length, rows };
}

export async function restore({ places: [path = ''], program: makeProgram, stack }: Call): Promise<Answer> {
  const folder = resolve(path);
  const program = makeProgram();
  const database = await program.openDatabase();
  stack.defer(() => database.close());
  const { url: servingUrl, operatorUrl: databaseUrl } = database;
  const json = toJson(await program.restore(databaseUrl, folder), folder);
  const office = await program.openOffice({ databaseUrl, servingUrl, operates: true });
  stack.defer(() => office.close());
  // Before this there was nowhere to record it.
  await office.deeds.record(program.deed);
  return {
    json,
    text: [
      `${json.rows} rows as of ${json.taken_at} are in the database.`,
      'Nothing is numbered until "sello reconcile" has run, with the journals of every node.',
    ],
  };
}

export async function verify(call: Call): Promise<Answer> {
  const report = await look(call);
  const { damages, rows, companies, unlinked, headSignedAt } = report;
  return {
    json: {
      ok: damages.length === 0,
      rows,
      companies,
      not_yet_linked: unlinked,
      oldest_signed_end: headSignedAt,
      damages: damages.map(({ controlNumber, ...damage }) => ({
        ...damage,
        control_number: controlNumber,
      })),
    },
    text: [...damages.map(toLine), ...summaryOf(report)],
    exitCode: damages.length === 0 ? 0 : 1,
  };
}

async function look({ options, program, open }: Call): Promise<ArchiveReport> {
  const [named, folder] = [options.get('company'), options.get('export')];
  if (folder === undefined) {
    const { office, databaseUrl } = await open();
    const found = named === undefined ? null : await findCompany(office, named);
    return program().verifyDatabase(databaseUrl, found?.company.slug ?? null);
  }
  const slug = named === undefined ? null : parseCompanySlug(named);
  const isNone = named !== undefined && slug === null;
  const report = isNone ? null : await program().verifyExport(folder, slug);
  if (report === null || (slug !== null && report.companies === 0))
    throw new CommandFailure('unknown_company', `The export holds no company "${named}".`);
  return report;
}

function toLine({ table, company, key, reference, controlNumber, column, problem }: Damage): string {
  const document =
    reference === null ? '' : ` (reference ${JSON.stringify(reference)}, number ${controlNumber})`;
  const where = column === null ? '' : ` column ${column}:`;
  return `damaged ${table} ${company} ${key}${document}:${where} ${problem}`;
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
