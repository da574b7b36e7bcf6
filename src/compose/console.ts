// The web console of a node, on what its interface works with.

import type { NodeSettings } from '../config/node-settings.ts';
import { type Console, createConsole } from '../console/console.ts';
import { createLiveStreams } from '../console/live-streams.ts';
import { createNeeds } from '../console/needs.ts';
import { createOngoing } from '../console/ongoing.ts';
import type { ConsoleParts, DeskParts } from '../console/parts.ts';
import type { ServerParts } from '../http/app.ts';
import { neighbourhoodOf } from '../http/caller-address.ts';
import { createPacing } from '../http/pacing.ts';
import { type BucketLimits, createBuckets } from '../operations/access/buckets.ts';
import { countNeeding } from '../operations/attention/attention.ts';
import { type CampaignRunner, createCampaignRunner } from '../operations/certifying/campaign-runner.ts';
import { countedSales } from '../operations/installation/counting.ts';
import type { CancellingContext } from '../operations/invalidations/invalidate-document.ts';
import type { RecallContext } from '../operations/remembered/recall.ts';
import type { KeyHolder } from '../signer/key-holder.ts';
import { createPasswords } from '../signer/passwords.ts';
import { createSecretsReader } from '../storage/companies/secrets-reader.ts';
import type { Pool } from '../storage/connection/pool.ts';
import { certifyingContext } from './certifying.ts';
import { type OperatorMakings, operatorParts, ownParts } from './console-company.ts';
import { deskOf } from './desk.ts';
import { mailNetworks } from './mail-networks.ts';
import { type UsersParts, usersContextOf } from './users.ts';

/** For the pages that an address opens: a shop with all its tills behind one. */
const PAGES_OF_ADDRESS: BucketLimits = { burst: 300, perSecond: 50 };
/** For whoever has no session: people who sign in, not a search for sessions. */
const STRANGERS_OF_ADDRESS: BucketLimits = { burst: 60, perSecond: 3 };
/** For the pages that one user opens, with what they ask for by themselves. */
const PAGES_OF_USER: BucketLimits = { burst: 120, perSecond: 10 };

/** Between two who are told that too many are coming in, once twenty have been told: what tells them is the node that sells. */
const BETWEEN_BUSY_SIGN_INS_MS = 50;

export interface ConsoleMakings extends Pick<OperatorMakings, 'memory' | 'history'> {
  readonly settings: NodeSettings;
  readonly pools: { readonly service: Pool };
  readonly context: Omit<CancellingContext & RecallContext, 'payloadOf'> &
    Pick<DeskParts, 'companies' | 'forms'> &
    Parameters<typeof certifyingContext>[0]['context'] &
    OperatorMakings['context'];
  /** What the interface of the same node has; its places and its press are the console's, too. */
  readonly front: Omit<ServerParts, 'large' | 'elsewhere'>;
  readonly keys: KeyHolder;
  readonly replace: Pick<UsersParts, 'mailTimes' | 'passwordCost'>;
}

/** The console of a node; null where it is turned off. */
export function openConsole(makings: ConsoleMakings): Console | null {
  if (!makings.settings.console.isOn) return null;
  const campaigns = createCampaignRunner(certifyingContext(makings));
  const pages = createConsole(consoleParts(makings, campaigns));
  pages.app.addHook('onClose', () => campaigns.close());
  return pages;
}

function consoleParts(makings: ConsoleMakings, campaigns: CampaignRunner): ConsoleParts {
  const { settings, pools, context, front, memory, keys, replace } = makings;
  const { clock, companies, log } = context;
  const { monotonic } = clock;
  const consoleUrl = settings.console.url;
  const desk = deskOf({ ...front, ...context, watch: memory.watch }, pools.service, settings.passSecret);
  const door = createPacing(clock, BETWEEN_BUSY_SIGN_INS_MS);
  const users = usersContextOf({
    pool: pools.service,
    smtpPasswordOf: createPasswords(createSecretsReader(pools.service, clock), keys).atMailServer,
    mailTimes: replace.mailTimes,
    passwordCost: replace.passwordCost,
    networks: mailNetworks(settings),
    secret: settings.passSecret,
    consoleUrl,
    oidc: settings.oidc,
    installationAccount: settings.smtp,
    companyOf: (companyId) => companies.company(companyId),
    monotonic,
    log,
  });
  return {
    clock,
    consoleUrl,
    logger: front.logger,
    databaseObstacle: front.databaseObstacle,
    addressOf: front.access.addressOf,
    neighbourhoodOf,
    places: front.access.places,
    limits: {
      ofAddress: createBuckets(monotonic, PAGES_OF_ADDRESS),
      ofStrangers: createBuckets(monotonic, STRANGERS_OF_ADDRESS),
      ofUser: createBuckets(monotonic, PAGES_OF_USER),
    },
    pacing: {
      tooMany: front.access.pacing.wait,
      atTheDoor: (mostMs) => door.wait('', mostMs),
    },
    sales: countedSales({ meter: front.meter, via: 'console', monotonic }),
    own: ownParts(makings, campaigns),
    streams: createLiveStreams(),
    needs: createNeeds((account) => countNeeding(desk, account), monotonic),
    desk,
    operating: operatorParts(makings),
    ongoing: createOngoing(users.sessions.rightsOf),
    users,
  };
}
