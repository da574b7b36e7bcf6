const LAST_SECONDS = 5;

/** Waits where the clock's minute is about to end, which would begin another window in the middle of a test. */
export async function awayFromTheMinutesEnd(): Promise<void> {
  const left = 60 - (Math.floor(Date.now() / 1000) % 60);
  if (left <= LAST_SECONDS) await new Promise((resolve) => setTimeout(resolve, (left + 1) * 1000));
}
