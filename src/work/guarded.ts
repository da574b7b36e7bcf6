/** What tells of a failure, and of what it failed at. */
export interface Failing {
  readonly log: { warn(event: string, detail: Readonly<Record<string, string>>): void };
  readonly event: string;
  readonly where: Readonly<Record<string, string>>;
}

/** What the work answers; null where it failed, which is told and stops nobody else. */
export async function guarded<T>({ log, event, where }: Failing, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn(event, { ...where, reason });
    return null;
  }
}
