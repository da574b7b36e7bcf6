// The look at a whole archive. Rows come in no order and more than once, so that an archive of any size is read as a
// stream; what has to be compared is kept as hashes.
import type { CompanySlug } from '../../core/identifiers/company-slug.ts';
import type { ArchiveReport, Damage } from '../../operations/archive/ports.ts';
import type { SignedBy } from '../../operations/files/ports.ts';
import type { ArchiveSource } from './archive-source.ts';
import { ARCHIVED_TABLES, type ArchivedRow, textIn } from './archived-rows.ts';
import { createDigestTable } from './digest-table.ts';
import { bytesIn, createFindings, type Findings, type Found, type Look } from './look.ts';
import { checkLinks, readLinks } from './verify-links.ts';
import { checkRows, FACTS_BYTES } from './verify-rows.ts';

const HASH_BYTES = 32;

/** Looks at everything, or at one company by its slug; a slug that there is not gives a report of no companies. */
export async function verifyArchive(
  source: ArchiveSource,
  signedBy: SignedBy,
  slug: CompanySlug | null,
): Promise<ArchiveReport> {
  const slugs = new Map<string, string>();
  const findings = createFindings();
  for (const { table, problem } of source.faults)
    findings.report({ table, companyId: '', key: 'file', subject: null, column: null, problem });
  for await (const row of soundRows(source, 'companies', { companyId: null, findings }))
    if (slug === null || row['slug'] === slug) slugs.set(textIn(row, 'company_id'), textIn(row, 'slug'));
  const [companyId = null] = slug === null ? [] : slugs.keys();
  if (slug !== null && companyId === null)
    return { damages: [], rows: 0, companies: 0, unlinked: 0, headSignedAt: null };

  const rows = (table: string) => soundRows(source, table, { companyId, findings });
  const look: Look = {
    signatureOf: await signaturesOf(rows('certificates'), signedBy),
    linked: createDigestTable(HASH_BYTES),
    links: createDigestTable(HASH_BYTES),
    facts: createDigestTable(FACTS_BYTES),
    waiting: await waitingIn(rows('archive_queue')),
    changed: new Map(),
    findings,
    rows,
    counts: { rows: 0, unlinked: 0 },
  };
  await readLinks(look);
  for (const table of ARCHIVED_TABLES) await checkRows(look, table);
  const headSignedAt = await checkLinks(look);
  const damages = await labelled(findings.all(), slugs, rows);
  return { ...look.counts, companies: slugs.size, headSignedAt, damages };
}

/** The rows that can be read; the others are reported. */
async function* soundRows(
  source: ArchiveSource,
  table: string,
  { companyId, findings }: { readonly companyId: string | null; readonly findings: Findings },
): AsyncGenerator<ArchivedRow> {
  for await (const reading of source.rows(table, companyId)) {
    if (reading.kind === 'row') yield reading.row;
    else {
      const { line, problem } = reading;
      findings.report({ table, companyId: '', key: `line ${line}`, subject: null, column: null, problem });
    }
  }
}

async function signaturesOf(
  certificates: AsyncIterable<ArchivedRow>,
  signedBy: SignedBy,
): Promise<Look['signatureOf']> {
  const keys = new Map<string, Buffer[]>();
  for await (const row of certificates) {
    const [companyId, key] = [textIn(row, 'company_id'), bytesIn(row, 'public_key')];
    keys.set(companyId, [...(keys.get(companyId) ?? []), key]);
  }
  const checks = new Map([...keys].map(([companyId, of]) => [companyId, signedBy(of)]));
  return (companyId) => checks.get(companyId) ?? (() => null);
}

async function waitingIn(queue: AsyncIterable<ArchivedRow>): Promise<ReadonlySet<string>> {
  const waiting = new Set<string>();
  for await (const row of queue) waiting.add([row['company_id'], row['relation'], row['subject']].join(' '));
  return waiting;
}

/** With the references and numbers of their documents, which are looked for only where something is damaged. */
async function labelled(
  found: readonly Found[],
  slugs: ReadonlyMap<string, string>,
  rows: Look['rows'],
): Promise<readonly Damage[]> {
  const subjects = new Set(found.map(({ subject }) => subject));
  const documents = new Map<string, ArchivedRow>();
  if (found.length > 0)
    for await (const row of rows('documents')) {
      const id = textIn(row, 'document_id');
      if (subjects.has(id)) documents.set(id, row);
    }
  return found.map(({ companyId, subject, ...damage }) => {
    const document = documents.get(subject ?? '');
    return {
      ...damage,
      company: slugs.get(companyId) ?? companyId,
      reference: document === undefined ? null : textIn(document, 'external_ref'),
      controlNumber: document === undefined ? null : textIn(document, 'control_number'),
    };
  });
}
