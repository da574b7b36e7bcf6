import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { FileLinks } from '../operations/access/ports.ts';
import type { StandingReader } from '../operations/credit-notes/ports.ts';
import type { IssuingContext } from '../operations/documents/issuing-context.ts';
import type { ServingParts } from '../operations/documents/reading-parts.ts';
import type { Sales } from '../operations/installation/counting.ts';
import type { Meter } from '../operations/installation/metrics-ports.ts';
import type { InvalidationAuthority, InvalidationStore } from '../operations/invalidations/ports.ts';
import type { RehearsalStore } from '../operations/rehearsals/ports.ts';
import type { Static, TSchema } from '../schema/schema.ts';
import type { AccessParts } from './access.ts';
import type { Elsewhere } from './elsewhere.ts';
import type { ObstacleOf } from './errors.ts';
import type { ExportSlots } from './export-slots.ts';
import type { FileStreams } from './file-streams.ts';
import type { LargeRequests } from './large-requests.ts';
import type { Visit } from './visit.ts';

/** Gives a handler the types of what its route's schemas let through. */
export interface TypedBySchema extends FastifyTypeProvider {
  readonly validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
  readonly serializer: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
}

/** The HTTP server with routes typed by their schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypedBySchema
>;

/** What the interface needs from the rest of the house. */
export interface ServerParts extends ServingParts {
  readonly issuing: IssuingContext;
  /** Issues and cancels, and counts it. */
  readonly sales: Sales;
  readonly standings: StandingReader;
  readonly exportSlots: ExportSlots;
  readonly files: FileStreams;
  readonly invalidations: InvalidationStore;
  readonly rehearsals: RehearsalStore;
  /** Tells the breaker of `issuing` of its calls. */
  readonly invalidationAuthority: InvalidationAuthority;
  readonly access: AccessParts;
  readonly links: FileLinks;
  /** Counts the opening of a link, by document and by the opener's neighbourhood; milliseconds to wait where it is too many. */
  readonly linkPace: (documentId: string, from: string) => number;
  /** Who answers some requests on the port of the interface instead; null for nobody. */
  readonly elsewhere: Elsewhere | null;
  /** Null where this thread answers everything itself. */
  readonly large: LargeRequests | null;
  /** The visit that another thread has begun and hands over with the request at hand; null where there is none. */
  readonly handedOver: () => Visit | null;
  /** Where callers reach us, without a slash at the end; the base of all links. */
  readonly publicUrl: string;
  /** Where people reach the console, without a slash at the end; null where it is turned off. */
  readonly consoleUrl: string | null;
  readonly logger: FastifyBaseLogger;
  readonly meter: Meter;
  readonly databaseObstacle: ObstacleOf;
}
