const POLL_MS = 20;

/** Waits until it is so; throws after 15 seconds, or after another patience. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  what: string,
  patienceMs = 15_000,
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`there are not yet ${what}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
