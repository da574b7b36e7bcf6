import type { KeyObject } from 'node:crypto';
import { type Check, okay, problem, warning } from '../../operations/installation/examine.ts';
import type { DatabaseFacts } from '../../operations/installation/ports.ts';
import { masterKeyPath, whyKeyFileIsMissed } from '../master-key.ts';
import type { Office, Program, Unlocked } from '../program.ts';
import { clauseOf } from './examined-company.ts';

const NAME = 'master key';
const CREATE_ONE = 'Create one with "sello master-key create FILE" and keep a copy apart from the database.';

/** What is so about the master key, and what it opened. */
export interface MasterKeyExamination {
  readonly check: Check;
  /** Null where nothing is sealed, and where it does not open what is. */
  readonly unlocked: Unlocked | null;
}

/** Judges the master key as the service would; `office` is null where the database has no schema yet. */
export async function examineMasterKey(
  program: Program,
  facts: DatabaseFacts,
  office: Office | null,
): Promise<MasterKeyExamination> {
  const { settings } = program;
  const missed = whyKeyFileIsMissed(settings, office === null ? null : await office.companies.production());
  if (missed !== null) return found(problem(NAME, missed, CREATE_ONE));
  const path = masterKeyPath(settings);
  const reading = await program.readMasterKey(path);
  if (reading.kind !== 'refused') return examineKey(reading.key, path, facts.holdsSecrets ? office : null);
  const mayBeMade = settings.masterKeyFile === null && !facts.holdsSecrets;
  if (mayBeMade && reading.failure === 'missing')
    return found(warning(NAME, 'there is none yet', 'The first command that seals something makes it.'));
  const advice = facts.holdsSecrets
    ? 'Put the file back; what is sealed cannot be opened without it.'
    : 'Set SELLO_MASTER_KEY_FILE to a file that "sello master-key create" made.';
  return found(problem(NAME, clauseOf(reading.message), advice));
}

function found(check: Check, unlocked: Unlocked | null = null): MasterKeyExamination {
  return { check, unlocked };
}

async function examineKey(
  key: KeyObject,
  path: string,
  sealedIn: Office | null,
): Promise<MasterKeyExamination> {
  if (sealedIn === null) return found(okay(NAME, `${path} can be read; nothing is sealed yet`));
  try {
    const unlocked = await sealedIn.unlock({ kind: 'inside', master: key, other: null });
    return found(okay(NAME, `${path} opens what is sealed`), unlocked);
  } catch (error) {
    const message = clauseOf(error);
    return found(problem(NAME, message, 'Nothing can be issued until then.'));
  }
}
