import type { Standing } from '../../../core/users/roles.ts';
import type { CompanyAccount } from '../../../operations/authority/ports.ts';

/** Whom a part of a page is drawn for; all of one company and role see the same. */
export interface Watcher {
  readonly company: CompanyAccount;
  readonly role: Standing;
}

/** What keeps open pages up to date. */
export interface LiveSource<W extends Watcher, Read> {
  /** What changes whenever the page has to. It fails where the database does not answer, and the next look comes anyway. */
  readonly markOf: (company: W['company']) => Promise<string>;
  /** What a page is drawn from. */
  readonly read: (company: W['company']) => Promise<Read>;
  readonly draw: (watcher: W, read: Read) => string;
}

/** Keeps the open pages of companies up to date. */
export interface LivePages<W extends Watcher> {
  /**
   * Sends what the page shows after each change, and once for what may have changed since the page was made; the function
   * returned ends that.
   */
  watch(watcher: W, send: (drawn: string) => void): () => void;
}

/** How long a sale takes to be seen, at the most. */
const LOOK_EVERY_MS = 2_000;

/** The open pages of a company that show the same. */
interface Audience<W> {
  /** For one of them it is drawn. */
  readonly watcher: W;
  /** Each with whether it was sent anything yet. */
  readonly sends: Map<(drawn: string) => void, boolean>;
}

/**
 * Watches a company while somebody does, with one look for all of them. After a change it is read once, and drawn once for
 * each role, however many pages are open.
 */
class WatchedCompany<W extends Watcher, Read> {
  readonly #source: LiveSource<W, Read>;
  readonly #company: W['company'];
  readonly #audiences = new Map<Standing, Audience<W>>();
  readonly #timer: NodeJS.Timeout;
  #known: string | null = null;
  #isLooking = false;

  constructor(source: LiveSource<W, Read>, company: W['company']) {
    this.#source = source;
    this.#company = company;
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS);
  }

  add(watcher: W, send: (drawn: string) => void): void {
    const audience = this.#audiences.get(watcher.role) ?? { watcher, sends: new Map() };
    this.#audiences.set(watcher.role, audience);
    audience.sends.set(send, false);
  }

  /** Whether anybody is left. */
  remove({ role }: W, send: (drawn: string) => void): boolean {
    const sends = this.#audiences.get(role)?.sends;
    sends?.delete(send);
    if (sends?.size === 0) this.#audiences.delete(role);
    return this.#audiences.size > 0;
  }

  end(): void {
    clearInterval(this.#timer);
  }

  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    await this.#tell().catch(() => undefined);
    this.#isLooking = false;
  }

  async #tell(): Promise<void> {
    const mark = await this.#source.markOf(this.#company);
    const hasChanged = mark !== this.#known;
    const audiences = [...this.#audiences.values()].filter(
      ({ sends }) => hasChanged || [...sends.values()].includes(false),
    );
    if (audiences.length === 0) return;
    const read = await this.#source.read(this.#company);
    for (const { watcher, sends } of audiences) {
      const drawn = this.#source.draw(watcher, read);
      for (const [send, wasTold] of sends) {
        if (hasChanged || !wasTold) send(drawn);
        sends.set(send, true);
      }
    }
    this.#known = mark;
  }
}

export function createLivePages<W extends Watcher, Read>(source: LiveSource<W, Read>): LivePages<W> {
  const companies = new Map<string, WatchedCompany<W, Read>>();
  return {
    watch(watcher, send) {
      const { companyId } = watcher.company;
      const others = companies.get(companyId);
      const watched = others ?? new WatchedCompany(source, watcher.company);
      companies.set(companyId, watched);
      watched.add(watcher, send);
      // Whoever comes to others is told with their next look: a page is fresh when it opens its stream.
      if (others === undefined) void watched.look();
      return () => {
        if (watched.remove(watcher, send) || companies.get(companyId) !== watched) return;
        watched.end();
        companies.delete(companyId);
      };
    },
  };
}
