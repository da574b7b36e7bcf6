import { sealInAnswer, signedIdentity } from '../../core/dte/signed-identity.ts';
import {
  type ArchivedRow,
  type ArchivedTable,
  hashesOf,
  keyOf,
  queuesOf,
  sha256,
  textIn,
} from './archived-rows.ts';
import { bytesIn, type Found, type Look, rowName } from './look.ts';

/** What a stamped document and the bytes that were stamped must both say, in the words of the document's columns. */
const FACTS = [
  'generation_code',
  'control_number',
  'doc_type',
  'environment',
  'reception_stamp',
  'draft',
] as const;
type Fact = (typeof FACTS)[number];
const FACT_BYTES = 8;
export const FACTS_BYTES = FACTS.length * FACT_BYTES;

/** Looks at the rows of a table: each as its link has it, bytes by their hash and signature, documents by their bytes. */
export async function checkRows(look: Look, table: ArchivedTable): Promise<void> {
  for await (const row of look.rows(table.name)) {
    look.counts.rows += 1;
    const [companyId, subject] = [textIn(row, 'company_id'), textIn(row, table.subject)];
    const place = { table: table.name, companyId, key: keyOf(table, row), subject };
    const problem = table.name.endsWith('attempts') ? problemOfBytes(look, table, row) : null;
    if (problem !== null) look.findings.report({ ...place, ...problem });
    if (!table.isFinal(row)) continue;
    if (table.name === 'documents') keepFacts(look, row);
    checkLinked(look, table, row);
  }
}

function checkLinked(look: Look, table: ArchivedTable, row: ArchivedRow): void {
  const [companyId, key, subject] = [
    textIn(row, 'company_id'),
    keyOf(table, row),
    textIn(row, table.subject),
  ];
  const name = rowName(companyId, table.name, key);
  const { rowHash, columnMarks } = hashesOf(table, row);
  const linked = look.linked.see(name);
  if (linked !== null) {
    if (!linked.equals(rowHash)) look.changed.set(name, columnMarks);
  } else if (queuesOf(table).some((queue) => look.waiting.has(`${companyId} ${queue} ${subject}`)))
    look.counts.unlinked += 1;
  else {
    const problem = 'The row is final, and no link has it.';
    look.findings.report({ table: table.name, companyId, key, subject, column: null, problem });
  }
}

interface Problem {
  readonly column: string;
  readonly problem: string;
}

function problemOfBytes(look: Look, table: ArchivedTable, row: ArchivedRow): Problem | null {
  const [companyId, jws] = [textIn(row, 'company_id'), textIn(row, 'jws')];
  const payload = look.signatureOf(companyId)(jws);
  if (payload === null) return { column: 'jws', problem: 'The company’s keys did not sign these bytes.' };
  if ('jws_sha256' in row && !sha256(jws).equals(bytesIn(row, 'jws_sha256')))
    return { column: 'jws_sha256', problem: 'It is not the hash of the signed bytes.' };
  if (signedIdentity(payload).codigoGeneracion !== row['generation_code'])
    return { column: 'generation_code', problem: 'The signed bytes have another one.' };
  if (table.name === 'attempts' && row['outcome'] === 'stamped') checkStamp(look, row, payload);
  return null;
}

function keepFacts(look: Look, row: ArchivedRow): void {
  const facts = FACTS.map((fact) => factHash(textIn(row, fact)));
  look.facts.add(bytesName(row, 'stamped_attempt'), Buffer.concat(facts));
}

function bytesName(row: ArchivedRow, column: 'stamped_attempt' | 'attempt'): string {
  return [row['company_id'], row['document_id'], row[column]].join(' ');
}

/**
 * Whether a document says of itself what its stamped bytes and the authority's answer say. The signature tells that the
 * bytes are right, so the document is wrong; of two seals nobody knows here which is.
 */
function checkStamp(look: Look, row: ArchivedRow, payload: string): void {
  const [companyId, subject] = [textIn(row, 'company_id'), textIn(row, 'document_id')];
  const found: Omit<Found, 'problem'> = {
    table: 'documents',
    companyId,
    key: subject,
    subject,
    column: null,
  };
  const facts = look.facts.see(bytesName(row, 'attempt'));
  if (facts === null) {
    look.findings.suspect({ ...found, problem: 'It does not say that its stamped bytes were stamped.' });
    return;
  }
  const signed = signedFacts(row, payload);
  FACTS.forEach((fact, index) => {
    const said = signed[fact];
    const kept = facts.subarray(index * FACT_BYTES, (index + 1) * FACT_BYTES);
    if (said === null || factHash(said).equals(kept)) return;
    if (fact === 'reception_stamp')
      look.findings.suspect({ ...found, column: fact, problem: 'The authority’s answer has another one.' });
    else look.findings.report({ ...found, column: fact, problem: 'The signed bytes have another one.' });
  });
}

/** Null where neither bytes nor answer say it. */
function signedFacts(row: ArchivedRow, payload: string): Readonly<Record<Fact, string | null>> {
  const { codigoGeneracion, numeroControl, tipoDte, ambiente } = signedIdentity(payload);
  return {
    generation_code: codigoGeneracion,
    control_number: numeroControl,
    doc_type: tipoDte,
    environment: ambiente,
    reception_stamp: sealInAnswer(textIn(row, 'answer_body')),
    draft: draftIn(payload),
  };
}

/** The draft that a document was signed from: everything but the block in front of it, which has no braces within. */
function draftIn(payload: string): string | null {
  const [, rest] = /^\{"identificacion":\{[^{}]*\},(.*)$/s.exec(payload) ?? [];
  return rest === undefined ? null : `{${rest}`;
}

function factHash(text: string): Buffer {
  return sha256(text).subarray(0, FACT_BYTES);
}
