import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../core/errors/error-code.ts';
import { CommandFailure } from './failure.ts';

/**
 * Makes a folder with the folders above it. Node's own recursive way never returns where the system says of a folder
 * that is there that it is not, as for everything under /proc. Throws CommandFailure there, and what the system says
 * elsewhere.
 */
export async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) await makeFolder(parent);
  await mkdir(path, { mode: 0o755 }).catch(async (error: unknown) => {
    if (errorCode(error) === 'EEXIST' && (await isFolder(path))) return;
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new CommandFailure(
      'environment',
      `The folder ${path} cannot be made, because ${parent} takes no folders: set SELLO_DATA_DIR to another one.`,
    );
  });
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
