/**
 * Does what counts on windows of a minute. Where it fails and the clock's minute was another one by then, a window may have begun
 * in the middle of it: it is done again, from its start. Within one minute its failure stands.
 */
export async function withinOneMinute(act: () => Promise<void>): Promise<void> {
  for (;;) {
    const minute = theMinute();
    try {
      return await act();
    } catch (failure) {
      if (theMinute() === minute) throw failure;
    }
  }
}

const theMinute = (): number => Math.floor(Date.now() / 60_000);
