import { type Check, okay, problem, warning } from '../../operations/examine.ts';
import type { DatabaseFacts } from '../../operations/installation-ports.ts';
import { toFailure } from '../failure.ts';
import { masterKeyPath, whyKeyFileIsMissed } from '../master-key.ts';
import type { Office, Program } from '../program.ts';
import { withoutStop } from './without-stop.ts';

const NAME = 'master key';
const CREATE_ONE = 'Create one with "sello master-key create FILE" and keep a copy apart from the database.';

/** Judges the master key as the service would; `office` is null where the database has no schema yet. */
export async function examineMasterKey(
  program: Program,
  facts: DatabaseFacts,
  office: Office | null,
): Promise<Check> {
  const { settings } = program;
  const missed = whyKeyFileIsMissed(settings, office === null ? [] : await office.companies.list());
  if (missed !== null) return problem(NAME, missed, CREATE_ONE);
  const path = masterKeyPath(settings);
  const reading = await program.readMasterKey(path);
  if (reading.kind !== 'refused') return examineKey(reading.key, path, facts.holdsSecrets ? office : null);
  const mayBeMade = settings.masterKeyFile === null && !facts.holdsSecrets;
  if (mayBeMade && reading.failure === 'missing')
    return warning(NAME, 'there is none yet', 'The first command that seals something makes it.');
  const advice = facts.holdsSecrets
    ? 'Put the file back; what is sealed cannot be opened without it.'
    : 'Set SELLO_MASTER_KEY_FILE to a file that "sello master-key create" made.';
  return problem(NAME, withoutStop(reading.message), advice);
}

async function examineKey(
  key: Parameters<Office['unlock']>[0],
  path: string,
  sealedIn: Office | null,
): Promise<Check> {
  if (sealedIn === null) return okay(NAME, `${path} can be read; nothing is sealed yet`);
  try {
    await sealedIn.unlock(key);
    return okay(NAME, `${path} opens what is sealed`);
  } catch (error) {
    return problem(NAME, withoutStop(toFailure(error).message), 'Nothing can be issued until then.');
  }
}
