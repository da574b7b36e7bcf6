import type { MasterKeys } from '../config/node-settings.ts';
import type { ServerParts } from '../http/app.ts';
import { holdKeys, type KeyHolder } from '../signer/key-holder.ts';
import { startSignerProcess } from '../signer/signer-process.ts';

/** Whoever holds the keys of a node: it itself, or a process that is started for it. */
export async function openKeys(keys: MasterKeys, logger: ServerParts['logger']): Promise<KeyHolder> {
  if (keys.kind === 'inside') return holdKeys(keys);
  return startSignerProcess(keys, { warn: (event, detail) => logger.warn({ event, ...detail }) });
}
