import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { Buckets } from '../operations/access/buckets.ts';
import type { Places } from '../operations/access/places.ts';
import type { Clock } from '../operations/documents/ports.ts';
import type { Sales } from '../operations/installation/counting.ts';
import type { UsersContext } from '../operations/users/users-context.ts';
import type { CompanyParts } from './company-parts.ts';
import type { IssueParts } from './issue-parts.ts';
import type { LiveStreams } from './live-streams.ts';
import type { Needs } from './needs.ts';
import type { OperatorParts } from './operator-parts.ts';
import type { ReadingParts } from './reading-parts.ts';

/** What the console needs from the rest of the house. */
export interface ConsoleParts {
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly logger: FastifyBaseLogger;
  /** Where browsers reach the console, without a slash at the end; the base of the links in mails. */
  readonly consoleUrl: string;
  /** The caller's address, as far as the proxies in between are trusted. */
  readonly addressOf: (request: IncomingMessage) => string;
  /** Whose requests count as one's before anybody is signed in. */
  readonly neighbourhoodOf: (address: string) => string;
  readonly limits: VisitLimits;
  readonly pacing: VisitPacing;
  readonly places: Places;
  /** Why the database served nobody when it threw this; null where something else is wrong. */
  readonly databaseObstacle: (error: unknown) => string | null;
  readonly streams: LiveStreams;
  readonly needs: Needs;
  readonly users: UsersContext;
  /** Issues and cancels, and counts it. */
  readonly sales: Sales;
  readonly issuing: IssueParts;
  readonly own: CompanyParts;
  readonly reading: ReadingParts;
  readonly operating: OperatorParts;
}

/** Has whoever is turned away again and again wait for the answer, for `mostMs` milliseconds at the longest. */
export interface VisitPacing {
  /** Those of a neighbourhood who open too many pages. */
  readonly tooMany: (neighbourhood: string, mostMs: number) => Promise<void>;
  /** All who want to come in while too many others do. */
  readonly atTheDoor: (mostMs: number) => Promise<void>;
}

/** How often pages may be opened. */
export interface VisitLimits {
  /** For all requests of an address: a shop with all its tills behind one. */
  readonly ofAddress: Buckets;
  /** For requests of an address without a session: sign-ins, and who tries them. */
  readonly ofStrangers: Buckets;
  readonly ofUser: Buckets;
}
