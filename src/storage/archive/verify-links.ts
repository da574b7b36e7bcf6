import {
  ARCHIVED_TABLES,
  type ArchivedRow,
  changedColumn,
  type LinkContent,
  linkHash,
  NO_LINK,
  textIn,
} from './archived-rows.ts';
import { bytesIn, type Look, rowName } from './look.ts';

const LINKS = 'archive_links';
const HASH_BYTES = 32;

/** The first time: keeps what the links say. */
export async function readLinks(look: Look): Promise<void> {
  for await (const row of look.rows(LINKS)) {
    const { companyId, position, relation, rowKey, rowHash } = contentOf(row);
    look.linked.add(rowName(companyId, relation, rowKey), sized(rowHash));
    if (!look.links.add(`${companyId} ${position}`, sized(bytesIn(row, 'link_hash'))))
      look.findings.report(foundAt(row, 'position', 'Another link has this position.'));
  }
}

/**
 * The second time, when the rows have been looked at: whether each link goes on from the one before, and whether its row is
 * there as it was. Answers when the oldest of the companies' last ends was signed.
 */
export async function checkLinks(look: Look): Promise<string | null> {
  for await (const row of look.rows(LINKS)) {
    const link = contentOf(row);
    if (checkLink(look, row, link)) checkLinkedRow(look, link);
  }
  for (const [name] of look.changed) reportUnnamed(look, name);
  return checkHeads(look);
}

function checkLink(look: Look, row: ArchivedRow, link: LinkContent): boolean {
  const { companyId, position, relation, rowKey } = link;
  const before = previousOf(look, companyId, position);
  const problem =
    before === null
      ? 'The link before it is missing.'
      : 'The link is not the one that was made after the link before it.';
  if (before !== null && linkHash(before, link).equals(bytesIn(row, 'link_hash'))) return true;
  look.findings.report(foundAt(row, before === null ? 'position' : null, problem));
  // The row may be as it was: what its link says of it counts no longer.
  look.changed.delete(rowName(companyId, relation, rowKey));
  return false;
}

function previousOf(look: Look, companyId: string, position: string): Buffer | null {
  if (position === '1') return NO_LINK;
  return /^\d+$/.test(position) ? look.links.see(`${companyId} ${BigInt(position) - 1n}`) : null;
}

function checkLinkedRow(look: Look, { companyId, relation, rowKey, columnMarks }: LinkContent): void {
  const name = rowName(companyId, relation, rowKey);
  const [subject = ''] = rowKey.split('/');
  const found = { table: relation, companyId, key: rowKey, subject };
  const marks = look.changed.get(name);
  if (marks !== undefined) {
    const table = ARCHIVED_TABLES.find((one) => one.name === relation);
    const column = table === undefined ? null : changedColumn(table, marks, columnMarks);
    look.findings.report({ ...found, column, problem: 'It is not as it was when it was linked.' });
    look.changed.delete(name);
  } else if (!look.linked.wasSeen(name) && !isSuperseded(look, companyId, relation, rowKey)) {
    const problem = 'The row is missing, or is not final any more.';
    look.findings.report({ ...found, column: null, problem });
  }
}

/** Bytes that were rejected may prove to be stamped after all, and are then linked again. */
function isSuperseded(look: Look, companyId: string, relation: string, rowKey: string): boolean {
  if (!rowKey.endsWith('/rejected')) return false;
  const later = rowKey.replace(/rejected$/, 'stamped');
  return look.linked.wasSeen(rowName(companyId, relation, later));
}

/** A changed row whose link was not met the second time. */
function reportUnnamed({ findings }: Look, name: string): void {
  const [companyId = '', table = '', key = ''] = name.split(' ');
  const [subject = ''] = key.split('/');
  findings.report({
    table,
    companyId,
    key,
    subject,
    column: null,
    problem: 'It is not as it was when it was linked.',
  });
}

async function checkHeads(look: Look): Promise<string | null> {
  const last = new Map<string, { readonly position: bigint; readonly signedAt: string }>();
  for await (const row of look.rows('archive_heads')) {
    const [companyId, position] = [textIn(row, 'company_id'), textIn(row, 'position')];
    const problem = headProblem(look, row);
    if (problem !== null) {
      const place = { table: 'archive_heads', companyId, key: position, subject: null };
      look.findings.report({ ...place, ...problem });
    } else if ((last.get(companyId)?.position ?? 0n) < BigInt(position))
      last.set(companyId, { position: BigInt(position), signedAt: textIn(row, 'signed_at') });
  }
  return [...last.values()].map(({ signedAt }) => signedAt).sort()[0] ?? null;
}

function headProblem(
  look: Look,
  row: ArchivedRow,
): { readonly column: string | null; readonly problem: string } | null {
  const companyId = textIn(row, 'company_id');
  const payload = look.signatureOf(companyId)(textIn(row, 'jws'));
  if (payload === null)
    return { column: 'jws', problem: 'The company’s keys did not sign this end of the chain.' };
  const signed: unknown = JSON.parse(payload);
  const says = (name: string) => Reflect.get(Object(signed), name);
  if (says('archiveOf') !== companyId)
    return { column: 'company_id', problem: 'It was signed for another company.' };
  if (says('position') !== textIn(row, 'position'))
    return { column: 'position', problem: 'It was signed for another position.' };
  if (instantOf(String(says('signedAt'))) !== instantOf(textIn(row, 'signed_at')))
    return { column: 'signed_at', problem: 'It was signed at another time.' };
  const link = look.links.see(`${companyId} ${textIn(row, 'position')}`);
  if (link === null) return { column: null, problem: 'The chain ends before the end that was signed.' };
  if (says('linkHash') !== link.toString('hex'))
    return { column: null, problem: 'The chain is not the one whose end was signed.' };
  return null;
}

/** An instant in UTC to the microsecond, however its end is written. */
function instantOf(text: string): string {
  const [, seconds = '', fraction = ''] = /^([^.]*?)(?:\.(\d+))?(?:Z|\+00:00)$/.exec(text) ?? [];
  return `${seconds}.${fraction.padEnd(6, '0')}`;
}

function contentOf(row: ArchivedRow): LinkContent {
  return {
    companyId: textIn(row, 'company_id'),
    position: textIn(row, 'position'),
    relation: textIn(row, 'relation'),
    rowKey: textIn(row, 'row_key'),
    rowHash: bytesIn(row, 'row_hash'),
    columnMarks: bytesIn(row, 'column_marks'),
  };
}

function foundAt(row: ArchivedRow, column: string | null, problem: string) {
  const [companyId, key] = [textIn(row, 'company_id'), textIn(row, 'position')];
  const [subject = ''] = textIn(row, 'row_key').split('/');
  return { table: LINKS, companyId, key, subject, column, problem };
}

/** What has another length cannot be right, and is compared with as much of it as there is room for. */
function sized(hash: Buffer): Buffer {
  const bytes = Buffer.alloc(HASH_BYTES);
  hash.copy(bytes);
  return bytes;
}
