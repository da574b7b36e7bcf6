import { setTimeout as sleep } from 'node:timers/promises';
import type { Unlocked } from '../cli/program.ts';
import type { Ambiente } from '../core/dte/kinds.ts';
import { parseDocumentId } from '../core/identifiers/document-id.ts';
import { identifier } from '../core/identifiers/text.ts';
import { runRehearsal } from '../operations/rehearsals/run-rehearsal.ts';
import { createCompanyReader } from '../storage/companies/company-reader.ts';
import { createCompletionReader } from '../storage/companies/completions.ts';
import type { Pool } from '../storage/connection/pool.ts';
import { createRehearsalQueue } from '../storage/rehearsals/rehearsal-queue.ts';
import { createRehearsalStore } from '../storage/rehearsals/rehearsal-store.ts';
import { ifAny, type Look } from '../work/look.ts';
import {
  type RehearsalLoopLimits,
  type RehearsalLoopParts,
  startRehearsalLoop,
} from '../work/rehearsal-loop.ts';
import type { WorkLoop } from '../work/work-loop.ts';
import { createRehearser } from './rehearser.ts';

interface RehearsalParts {
  readonly context: Omit<RehearsalLoopParts['context'], 'rehearser'>;
  readonly pools: { readonly scan: Pool };
  readonly environments: readonly Ambiente[];
  readonly look: Look;
}

/** Takes rehearsals on in a thread of its own, which ends with the loop. */
export function startRehearsals(
  { context, pools, environments, look }: RehearsalParts,
  limits: RehearsalLoopLimits,
): WorkLoop {
  const rehearser = createRehearser();
  const { due } = createRehearsalQueue(pools.scan, environments);
  const queue = { due: ifAny(look, 'rehearsals', due) };
  const loop = startRehearsalLoop({ context: { ...context, rehearser }, queue, look, limits });
  return {
    async stop() {
      await loop.stop();
      await rehearser.close();
    },
  };
}

/** Rehearses a company's documents here, as the service, until all have been looked at. */
export async function rehearseOn(
  service: Pool,
  companyId: string,
  run: Parameters<Unlocked['rehearse']>[1],
): ReturnType<Unlocked['rehearse']> {
  const rehearser = createRehearser();
  const parts = {
    rehearsals: createRehearsalStore(service),
    completions: createCompletionReader(service),
    companies: createCompanyReader(service),
    identities: { documentId: () => identifier(parseDocumentId, crypto.randomUUID()) },
    clock: { sleep: (delayMs: number) => sleep(delayMs) },
    rehearser,
  };
  try {
    return await runRehearsal(parts, companyId, run);
  } finally {
    await rehearser.close();
  }
}
