import type { Distribution } from '../../operations/installation/distribution-ports.ts';
import type { Answer, Call } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { unlock } from '../installation.ts';

export async function migrate({ open }: Call): Promise<Answer> {
  const installation = await open();
  // A node whose login only serves finds its secrets prepared.
  if (installation.program.settings.operatorDatabaseUrl !== null) await unlock(installation);
  const applied = installation.facts.pendingMigrations;
  return {
    json: { applied },
    text:
      applied.length === 0
        ? ["The database has this version's schema already."]
        : [`The database is migrated: ${applied.join(', ')}.`],
  };
}

export const distribute = (call: Call): Promise<Answer> =>
  call.options.has('apply') ? apply(call) : plan(call);

async function plan({ program: makeProgram, stack }: Call): Promise<Answer> {
  const program = makeProgram();
  const database = await program.openDatabase();
  stack.defer(() => database.close());
  const { pendingMigrations } = await program.databaseFacts(database.operatorUrl);
  if (pendingMigrations.length > 0)
    throw new CommandFailure(
      'schema_behind',
      `The database is not of this version yet (${pendingMigrations.join(', ')}): run "sello migrate" first.`,
    );
  const deeds = deedsOf(await program.planDistribution(database.operatorUrl));
  const last = deeds.length === 0 ? SPREAD : `Nothing was done. Stop the nodes and run it with --apply.`;
  return { json: { planned: deeds }, text: [...deeds, last] };
}

async function apply({ program, open, say }: Call): Promise<Answer> {
  const { databaseUrl } = await open();
  const done = deedsOf(await program().distribute(databaseUrl, say));
  return { json: { done }, text: [SPREAD] };
}

const SPREAD = 'The database is spread over its servers.';

function deedsOf(distribution: Distribution): readonly string[] {
  if (distribution.kind === 'refused') throw new CommandFailure('not_spreadable', distribution.why);
  return distribution.deeds;
}
