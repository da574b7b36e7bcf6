import { isThere } from '../../src/core/submitting/is-there.ts';
import type { InvalidationAnswer, InvalidationAuthority } from '../../src/operations/invalidations/ports.ts';
import {
  answering,
  type Copy,
  drawLoss,
  isOutage,
  type LineEnd,
  type NetworkOptions,
  NOT_DELIVERED,
  newCopy,
  SILENT,
} from './network.ts';
import { readSignedInvalidation } from './signed-invalidation.ts';

/**
 * Bytes may arrive long after every quarantine, where their verdict is the one that the same bytes got before. Where each
 * sending is judged anew, they come within the quarantine or never.
 */
const LATEST_MS = 60 * 60_000;

/** The authority's service for invalidations as one node reaches it. */
export function createInvalidationLine(options: NetworkOptions, end: LineEnd): InvalidationAuthority {
  return {
    invalidate: ({ jws }) => new Promise((resolve) => invalidate(options, end, { jws, resolve })),
    speaksOf: ({ codigoGeneracion }) =>
      new Promise((resolve) => askAboutDocument(options, end, { codigoGeneracion, resolve })),
  };
}

function invalidate(
  options: NetworkOptions,
  end: LineEnd,
  { jws, resolve }: { readonly jws: string; readonly resolve: (answer: InvalidationAnswer) => void },
): void {
  const { world, invalidationWire: wire } = options;
  const { dice } = world;
  if (end.mayFail()) return;
  const reply = answering(options, end, resolve);
  const loss = drawLoss(options);
  const code = readSignedInvalidation(jws).codigoGeneracion.slice(-4);
  world.note(() => `${end.name} sends the event ..${code}${loss === null ? '' : `: ${loss}`}`);
  if (loss === 'unreachable') {
    reply(dice.between(1, 200), NOT_DELIVERED);
    return;
  }
  wire.onSend(jws);
  const copy = newCopy(world, jws);
  wire.onLeave(copy);
  reply(options.callTimeoutMs, SILENT);
  if (loss !== null) return;
  deliver(options, copy, (answer) => {
    if (!dice.chance(world.faults().lostAnswer)) reply(dice.upTo(1_000), answer);
    else if (dice.chance(0.5)) reply(dice.upTo(1_000), { ...SILENT, reason: '502' });
  });
  if (dice.chance(world.faults().duplicate)) deliver(options, copy, () => undefined);
}

/** The bytes arrive after their way, and what is answered goes back to `answer`. */
function deliver(
  { world, invalidations, quarantineMs }: NetworkOptions,
  copy: Copy,
  answer: (answer: InvalidationAnswer) => void,
): void {
  const { dice } = world;
  const isLate = dice.chance(world.faults().zombie);
  copy.pending += 1;
  const latestMs = world.faults().moody ? quarantineMs - 1_000 : LATEST_MS;
  world.after(dice.upTo(isLate ? latestMs : 3_000), () => {
    copy.pending -= 1;
    if (isLate) world.note(() => 'late bytes of an event arrive');
    const answered = invalidations.receive(copy.jws, copy);
    copy.rejected ||= answered.kind === 'rejected' && answered.already === null;
    answer(answered);
  });
}

/** The authority has something to say about every document of ours that it is asked about, but for one. */
function askAboutDocument(
  options: NetworkOptions,
  end: LineEnd,
  {
    codigoGeneracion,
    resolve,
  }: { readonly codigoGeneracion: string; readonly resolve: (speaks: boolean) => void },
): void {
  const { world, authority } = options;
  const { dice } = world;
  if (end.mayFail()) return;
  const reply = answering(
    options,
    end,
    ({ kind }: { readonly kind: 'word about a document' | 'no word about a document' }) =>
      resolve(kind === 'word about a document'),
  );
  reply(options.callTimeoutMs, { kind: 'no word about a document' });
  if (isOutage(world) || dice.chance(world.faults().silentQuery)) return;
  if (options.isMute(codigoGeneracion)) return;
  world.after(dice.upTo(3_000), () => {
    const there = isThere(authority.lookUp(codigoGeneracion));
    reply(dice.upTo(1_000), { kind: there ? 'word about a document' : 'no word about a document' });
  });
}
