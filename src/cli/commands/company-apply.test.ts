import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runOn } from '../../../test/support/command-line.ts';
import { MINIMAL_COMPANY_FILE } from '../../../test/support/example-company.ts';
import { sharedPlace } from '../../../test/support/shared-place.ts';
import { standInProgram } from '../../../test/support/stand-in-program.ts';

const folder = sharedPlace();

/** The command over a stand-in whose registry takes no company: what gets past every check fails with "not expected". */
async function applying(
  changes: Readonly<Record<string, unknown>>,
  environment: Record<string, string> = {},
) {
  const facts = { pendingMigrations: ['0099_next'] };
  const { program, done } = standInProgram({ folder, environment, facts });
  const file = join(folder, 'company.json');
  writeFileSync(file, JSON.stringify({ ...MINIMAL_COMPANY_FILE, ...changes }));
  return { failure: await runOn(program, `company apply ${file}`).then(String, String), done };
}

describe('company apply', () => {
  it("refuses a production company beside the sandbox's own master key, before it opens anything", async () => {
    const { failure, done } = await applying({ environment: '01' });
    expect(failure).toMatch(
      /SELLO_MASTER_KEY_FILE must be set because tienda-ejemplo is a production company: create one with/,
    );
    expect(done).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['a test company', {}, {}],
    ['a production company with a key file', { environment: '01' }, { SELLO_MASTER_KEY_FILE: 'key' }],
    ['one in a database of its own', { environment: '01' }, { DATABASE_URL: 'postgres://a@b/c' }],
  ])('gets as far as the registry with %s', async (_title, changes, environment) => {
    const { failure, done } = await applying(changes, environment);
    expect(failure).toBe('Error: not expected here');
    expect(done).toContain('migrate');
  });
});
