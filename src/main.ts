// The program: a command line over what src/compose/program.ts makes of the settings.
import { runCommandLine } from './cli/run.ts';
import { createMasterKey, programOf } from './compose/program.ts';
import { personOf } from './config/person.ts';
import { readSettings } from './config/settings.ts';
import { VERSION } from './config/version.ts';

// A reader that went away, as `head` does, is no reason to fail.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

process.exitCode = await runCommandLine(process.argv.slice(2), {
  version: VERSION,
  reading: readSettings(process.env, process.cwd()),
  person: personOf(process.env),
  programOf,
  createMasterKey,
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
});
process.exit();
