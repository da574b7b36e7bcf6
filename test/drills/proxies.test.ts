import { describe, expect, it } from 'vitest';
import { clonedDatabase } from './cloned-database.ts';
import { behind } from './proxies.ts';
import { isInstalled, PROXIES } from './proxy.ts';

/** Each of the two nodes comes back, and the first goes once more while the other one is on the proxy's list again. */
const RESTARTS = 3;

/** The short form of the drill; `npm run drill -- proxies` is the long one. */
describe('a rolling restart, with bodies of 5 MB,', () => {
  for (const kind of PROXIES)
    it.skipIf(!isInstalled(kind))(
      `fails no request behind ${kind.name} as docs/proxies/${kind.file} shows it`,
      async () => {
        const { figures, violations } = await behind(kind)({
          cycles: RESTARTS,
          database: clonedDatabase,
          seed: 7,
          minutes: 3,
          say: () => undefined,
        });
        expect(violations).toEqual([]);
        expect(figures).toMatchObject({ restarts: RESTARTS, unanswered_posts: 0, failed_posts: 0 });
      },
      240_000,
    );
});
