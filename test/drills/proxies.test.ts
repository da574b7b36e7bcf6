import { describe, expect, it } from 'vitest';
import { behind } from './proxies.ts';
import { isInstalled, PROXIES } from './proxy.ts';

/** The short form of the drill; `npm run drill -- proxies` is the long one. */
describe('a rolling restart, with bodies of 5 MB,', () => {
  for (const kind of PROXIES)
    it.skipIf(!isInstalled(kind))(
      `fails no request behind ${kind.name} as docs/proxies/${kind.file} shows it`,
      async () => {
        const { figures, violations } = await behind(kind)({
          cycles: 4,
          seed: 7,
          minutes: 3,
          say: () => undefined,
        });
        expect(violations).toEqual([]);
        expect(figures).toMatchObject({ restarts: 4, unanswered_posts: 0, failed_posts: 0 });
      },
      240_000,
    );
});
