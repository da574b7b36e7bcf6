import type { IssuingLog } from '../operations/documents/issuing-context.ts';

/** What the work answers; null where it failed, which is told, with what it failed at, and stops nobody else. */
export type Guard = <T>(where: Readonly<Record<string, string>>, work: () => Promise<T>) => Promise<T | null>;

/** Tells failures to the log as this event. */
export function guardedBy(log: IssuingLog, event: string): Guard {
  return async (where, work) => {
    try {
      return await work();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn(event, { ...where, reason });
      return null;
    }
  };
}
