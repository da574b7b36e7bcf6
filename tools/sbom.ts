import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readLockfile } from './check/lockfile.ts';
import { productionBill } from './check/production-bill.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FILE = 'sbom.cdx.json';

/** npm names the program that runs a script of package.json. */
function npm(args: readonly string[]): string {
  const { npm_execpath: script } = process.env;
  const [file, before] = script === undefined ? ['npm', []] : [process.execPath, [script]];
  return execFileSync(file, [...before, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
}

const everything: unknown = JSON.parse(npm(['sbom', '--sbom-format=cyclonedx', '--package-lock-only']));
const bill = productionBill(everything, readLockfile(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')));
writeFileSync(join(ROOT, FILE), `${JSON.stringify(bill, null, 2)}\n`);
process.stdout.write(`${FILE}: ${bill.components.length} packages\n`);
