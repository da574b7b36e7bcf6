import type { Reception } from '../../src/operations/authority/ports.ts';
import type {
  ContingencyAuthority,
  Lote,
  LoteAnswer,
  LoteQuery,
  ReportAnswer,
} from '../../src/operations/contingencies/ports.ts';
import { codeOf } from '../support/identifiers.ts';
import {
  answering,
  type Copy,
  drawLoss,
  drawWay,
  isOutage,
  type LineEnd,
  latestMs,
  leaveUnder,
  type NetworkOptions,
  NOT_DELIVERED,
  newCopy,
  SILENT,
} from './network.ts';
import { readSigned } from './signed-text.ts';

/** The authority's services for contingencies as one node reaches them. */
export function createContingencyLine(options: NetworkOptions, end: LineEnd): ContingencyAuthority {
  return {
    report: (_account, jws) => new Promise((resolve) => report(options, end, { jws, resolve })),
    submitLote: (lote) => new Promise((resolve) => submitLote(options, end, { lote, resolve })),
    consultLote: (query) => new Promise((resolve) => consultLote(options, end, { query, resolve })),
  };
}

function report(
  options: NetworkOptions,
  end: LineEnd,
  { jws, resolve }: { readonly jws: string; readonly resolve: (answer: ReportAnswer) => void },
): void {
  const { world, contingencies } = options;
  const { dice } = world;
  if (end.mayFail()) return;
  const reply = answering(options, end, resolve);
  const loss = drawLoss(options);
  world.note(() => `${end.name} reports an event${loss === null ? '' : `: ${loss}`}`);
  if (loss === 'unreachable') {
    reply(dice.between(1, 200), NOT_DELIVERED);
    return;
  }
  reply(options.callTimeoutMs, SILENT);
  if (loss !== null) return;
  const arrive = (hear: (answer: ReportAnswer) => void) => {
    const { delayMs } = drawWay(world, world.nowMs() + options.quarantineMs);
    world.after(delayMs, () => hear(contingencies.report(jws)));
  };
  arrive((answer) => {
    if (!dice.chance(world.faults().lostAnswer)) reply(dice.upTo(1_000), answer);
  });
  if (dice.chance(world.faults().duplicate)) arrive(() => undefined);
}

function submitLote(
  options: NetworkOptions,
  end: LineEnd,
  { lote, resolve }: { readonly lote: Lote; readonly resolve: (answer: LoteAnswer) => void },
): void {
  const { world } = options;
  const { dice } = world;
  if (end.mayFail()) return;
  const reply = answering(options, end, resolve);
  const loss = drawLoss(options);
  world.note(() => `${end.name} sends a lote of ${lote.documents.length}${loss === null ? '' : `: ${loss}`}`);
  if (loss === 'unreachable') {
    reply(dice.between(1, 200), NOT_DELIVERED);
    return;
  }
  const copies = leave(options, lote);
  reply(options.callTimeoutMs, SILENT);
  if (loss !== null) return;
  deliver(options, { lote, copies }, (answer) => {
    if (!dice.chance(world.faults().lostAnswer)) reply(dice.upTo(1_000), answer);
  });
  if (dice.chance(world.faults().duplicate)) deliver(options, { lote, copies }, () => undefined);
}

/** Each document of a lote leaves as any other does. */
function leave(options: NetworkOptions, { documents }: Lote): ReadonlyMap<string, Copy> {
  const { world, wire } = options;
  const copies = documents.map((jws) => newCopy(world, jws));
  for (const copy of copies) {
    leaveUnder(options, copy.jws);
    wire.onSend({ jws: copy.jws, codigoGeneracion: codeOf(readSigned(copy.jws).codigoGeneracion) });
    wire.onLeave(copy);
  }
  return new Map(copies.map((copy) => [copy.jws, copy]));
}

function deliver(
  options: NetworkOptions,
  { lote, copies }: { readonly lote: Lote; readonly copies: ReadonlyMap<string, Copy> },
  answer: (answer: LoteAnswer) => void,
): void {
  const { world, contingencies } = options;
  const passengers = lote.documents.map((jws) => ({ jws, lastMs: latestMs(options, jws) }));
  for (const copy of copies.values()) copy.pending += 1;
  const { delayMs } = drawWay(world, Math.min(...passengers.map(({ lastMs }) => lastMs)));
  world.after(delayMs, () =>
    answer(
      contingencies.receiveLote({ idEnvio: lote.idEnvio, passengers }, (jws, fate) => {
        const copy = copies.get(jws);
        if (copy === undefined) return;
        copy.pending -= 1;
        copy.unread = fate === 'unread';
      }),
    ),
  );
}

function consultLote(
  options: NetworkOptions,
  end: LineEnd,
  {
    query,
    resolve,
  }: {
    readonly query: LoteQuery;
    readonly resolve: (results: ReadonlyMap<string, Reception> | null) => void;
  },
): void {
  const { world, contingencies } = options;
  const { dice } = world;
  if (end.mayFail()) return;
  const reply = answering(
    options,
    end,
    (answer: { readonly kind: string; readonly results: ReadonlyMap<string, Reception> | null }) =>
      resolve(answer.results),
  );
  const silence = { kind: 'silent about the lote', results: null };
  if (isOutage(world) || dice.chance(world.faults().silentQuery)) {
    reply(dice.chance(0.5) ? dice.upTo(1_000) : options.callTimeoutMs, silence);
    return;
  }
  reply(options.callTimeoutMs, silence);
  world.after(dice.upTo(3_000), () => {
    const known = contingencies.lookUpLote(query.codigoLote);
    const results = new Map([...known].filter(([code]) => query.codigos.includes(codeOf(code))));
    reply(dice.upTo(1_000), { kind: `${results.size} results of the lote`, results });
  });
}
