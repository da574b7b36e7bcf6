import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { QUEUES_ROLE } from '../../../src/storage/distribution/forms.ts';
import { groupsOfParts, partsIn } from '../../support/parts.ts';
import { addServingLogin } from '../../support/serving-login.ts';
import { type DrillResult, unless } from '../options.ts';
import type { Rig } from '../rig.ts';
import { SERVER_NAMES } from './servers.ts';

const PREFIX = '[%p %v] ';
const ENTRY = /^\[(\d+) (\S+)\] (NOTICE|DETAIL): {2}(.*)$/;
const TEXT_SHOWN = 2_000;

/** What the first server told others within one transaction. */
interface Told {
  readonly texts: string[];
  /** As whom it went there last. */
  as: string;
}

/** A node of whose statements the first server writes down what it says to the others for them. */
export async function startHeard({ postgres, startNode }: Rig): Promise<string> {
  const login = await addServingLogin(postgres.url);
  for (const setting of ['citus.log_remote_commands = on', 'log_min_messages = notice'])
    await postgres.sql(`ALTER ROLE ${new URL(login.url).username} SET ${setting}`);
  await postgres.sql(`ALTER SYSTEM SET log_line_prefix = '${PREFIX}'`);
  await postgres.sql('SELECT pg_reload_conf()');
  const { url } = await startNode({ databaseUrl: login.url });
  return url;
}

/** What a node says goes to the parts of one company; only the looks for what is due, which act as a role of their own, ask all. */
export async function judgeHeard({ postgres, place }: Rig): Promise<DrillResult> {
  const [first = ''] = SERVER_NAMES;
  const log = await readFile(join(place, 'postgres', first, 'sello-postgres.log'), 'utf8');
  const groups = await groupsOfParts(postgres.sql);
  const transactions = transactionsOf(log);
  const looks = transactions.filter(({ as }) => as === QUEUES_ROLE);
  const others = transactions.filter(({ as }) => as !== QUEUES_ROLE);
  const wide = others.filter(({ texts }) => new Set(texts.flatMap((text) => partsIn(text, groups))).size > 1);
  return {
    figures: { heard: others.length, heard_looks: looks.length },
    violations: [
      ...unless(
        others.length > 0 && looks.length > 0,
        'nothing heard',
        `${transactions.length} transactions`,
      ),
      ...wide.map(({ texts }) => ({
        rule: 'not for one company alone',
        what: (texts.find((text) => partsIn(text, groups).length > 1) ?? texts.join(' ')).slice(
          0,
          TEXT_SHOWN,
        ),
      })),
    ],
  };
}

function transactionsOf(log: string): readonly Told[] {
  const transactions = new Map<string, Told>();
  let told: Told | null = null;
  for (const line of log.split('\n')) {
    const [, pid, transaction, kind, text = ''] = ENTRY.exec(line) ?? [];
    if (pid === undefined) {
      if (told !== null && line.startsWith('\t')) told.texts.push(`${told.texts.pop()}\n${line}`);
    } else if (kind === 'NOTICE') {
      told = null;
      if (!text.startsWith('issuing ')) continue;
      const key = `${pid} ${transaction}`;
      told = transactions.get(key) ?? { texts: [], as: '' };
      told.texts.push(text);
      transactions.set(key, told);
    } else if (told !== null) {
      told.as = /^on server ([^@\s]+)@/.exec(text)?.[1] ?? told.as;
    }
  }
  return [...transactions.values()];
}
