import { automaticNoteRef } from '../../src/core/adjusting/choice.ts';
import { directInvalidationEnd } from '../../src/core/adjusting/windows.ts';
import { issueCreditNote } from '../../src/operations/credit-notes/issue-credit-note.ts';
import { revalidateDocument } from '../../src/operations/documents/revalidate-document.ts';
import { invalidateDocument } from '../../src/operations/invalidations/invalidate-document.ts';
import { resumeInvalidation } from '../../src/operations/invalidations/resume-invalidation.ts';
import { exampleLine } from '../support/example-order.ts';
import { idOf, refOf } from '../support/identifiers.ts';
import { present } from '../support/storage-bench.ts';
import { NodeDied } from './authority.ts';
import { expectedOf } from './expected.ts';
import { type Fact, factsOfCancellation, factsOfNote } from './facts.ts';
import { type Row, readRows } from './rows.ts';
import { brokenAtRest, brokenRules } from './rules.ts';
import type { Action, Round, Schedule } from './schedules.ts';
import { type Arena, type NodeContext, openWorld, type World } from './world.ts';

/** What became of one action, and what somebody was told. */
interface Outcome {
  /** `issued`, `event`, `note`, `nothing`, `died`, or the code of a refusal. */
  readonly told: string;
  readonly facts: readonly Fact[];
  /** What should not have been thrown; absent where nothing was. */
  readonly thrown?: string;
}

/** How a schedule went: every answer, and every broken rule. */
export interface Played {
  readonly told: readonly string[];
  readonly violations: readonly string[];
}

/** Lives through a schedule in a world of its own, and then lets everything come to its end. */
export async function play(arena: Arena, schedule: Schedule): Promise<Played> {
  const world = await openWorld(arena);
  const facts: Fact[] = [];
  const told: string[] = [];
  for (const round of schedule) {
    const before = await readRows(world);
    const outcomes = await playRound(world, round);
    facts.push(...outcomes.flatMap((outcome) => outcome.facts));
    told.push(...outcomes.map((outcome) => outcome.told));
    const violations = [
      ...outcomes.flatMap(({ thrown }) => thrown ?? []),
      ...unexpected(world, { round, before, outcomes }),
      ...brokenRules(world, await readRows(world), facts),
    ];
    if (violations.length > 0) return { told, violations };
  }
  await comeToRest(world);
  const rows = await readRows(world);
  return { told, violations: [...brokenRules(world, rows, facts), ...brokenAtRest(world, rows)] };
}

/** Past the direct window of what was stamped in March, inside the 90 business days of notes. */
const PAST_WINDOW_DAYS = 60;

async function playRound(world: World, { passes, fates, actions }: Round): Promise<readonly Outcome[]> {
  if (passes === 'quarantine') await endQuarantine(world);
  if (passes === 'window' && isEarly(world)) world.travel(PAST_WINDOW_DAYS);
  world.authority.fate(fates);
  const outcomes = await Promise.all(actions.map((action) => act(world, action)));
  world.authority.deliverLate();
  await expireLeases(world);
  return outcomes;
}

function isEarly({ now }: World): boolean {
  return now() < Date.UTC(2026, 3, 1);
}

async function act(world: World, action: Action): Promise<Outcome> {
  try {
    switch (action.does) {
      case 'note':
        return await note(world, action);
      case 'invalidate':
        return await invalidate(world, action);
      case 'work':
        await work(world, nodeOf(world, action));
        return { told: 'nothing', facts: [] };
    }
  } catch (error) {
    if (error instanceof NodeDied) return { told: 'died', facts: [] };
    return { told: 'thrown', facts: [], thrown: String(error) };
  }
}

function nodeOf({ nodes }: World, { node }: Action): NodeContext {
  return present(nodes[node]);
}

async function note(world: World, action: Extract<Action, { does: 'note' }>): Promise<Outcome> {
  const { ref, ccf, mode, quantity, soldClass: saleType } = action;
  const lines = mode === 'lines' ? [exampleLine({ quantity, saleType })] : [];
  const request = { issuer: world.issuer, externalRef: refOf(ref), ccf, mode, lines, observations: null };
  const issued = await issueCreditNote(nodeOf(world, action), request);
  if (issued.kind === 'refused') return { told: issued.code, facts: [] };
  return { told: 'issued', facts: factsOfNote(issued) };
}

async function invalidate(world: World, action: Extract<Action, { does: 'invalidate' }>): Promise<Outcome> {
  const wish = { type: null, responsible: null, requester: null, replacement: null, reason: action.reason };
  const request = { issuer: world.issuer, idOrRef: nameOf(world, action.ref), wish, onlyType: null };
  const outcome = await invalidateDocument(nodeOf(world, action), request);
  if (outcome.kind === 'refused') return { told: outcome.code, facts: [] };
  return { told: outcome.by.kind, facts: factsOfCancellation(outcome) };
}

function nameOf({ firstCcf }: World, ref: string): string {
  return ref === 'automatic' ? automaticNoteRef(idOf(firstCcf), 0) : ref;
}

/** Only what a request alone is told can be foreseen. */
function unexpected(
  world: World,
  {
    round,
    before,
    outcomes,
  }: { readonly round: Round; readonly before: readonly Row[]; readonly outcomes: readonly Outcome[] },
): readonly string[] {
  const [action, other] = round.actions;
  const [outcome] = outcomes;
  if (action === undefined || other !== undefined || outcome === undefined) return [];
  const asked = action.does === 'invalidate' ? { ...action, ref: nameOf(world, action.ref) } : action;
  const expected = expectedOf(asked, { rows: before, isInWindow: (row) => isInWindow(world, row) });
  const told = outcome.told === 'died' && isEffect(expected) ? expected : outcome.told;
  return told === expected ? [] : [`${JSON.stringify(action)}: ${told} in the place of ${expected}`];
}

function isEffect(expected: string): boolean {
  return ['issued', 'event', 'note', 'nothing'].includes(expected);
}

function isInWindow({ book, issuer, now }: World, { codigoGeneracion, tipoDte }: Row): boolean {
  const sealedMs = book.documents.get(codigoGeneracion)?.sealedMs ?? 0;
  const kind = tipoDte === '03' ? '03' : '05';
  return now() <= directInvalidationEnd({ tipoDte: kind, sealedMs }, issuer.company.windows);
}

/** The background's run over everything that waits, due or not. */
async function work(world: World, node: NodeContext): Promise<void> {
  const { storage, issuer } = world;
  const { companyId } = issuer;
  for (const table of ['documents', 'invalidations'])
    await storage.asSuperuser(
      `UPDATE ${table} SET next_attempt_at = now() WHERE company_id = $1 AND next_attempt_at IS NOT NULL`,
      [companyId],
    );
  const stop = { aborted: false };
  for (const { documentId, state, invalidation } of await readRows(world)) {
    const due = { companyId, documentId: idOf(documentId) };
    if (state !== 'stamped' && state !== 'rejected') await revalidateDocument(node, { due, stop });
    if (invalidation === 'open') await resumeInvalidation(node, { due, stop });
  }
}

/** What was sent and not heard of has either arrived or never will. */
async function endQuarantine({ storage, issuer }: World): Promise<void> {
  await storage.asSuperuser(
    `UPDATE attempts SET last_sent_at = last_sent_at - interval '16 minutes'
     WHERE company_id = $1 AND outcome = 'unknown'`,
    [issuer.companyId],
  );
}

/** Nobody waits for the dead. */
async function expireLeases({ storage, issuer }: World): Promise<void> {
  for (const table of ['documents', 'invalidations'])
    await storage.asSuperuser(
      `UPDATE ${table} SET lease_until = now() WHERE company_id = $1 AND lease_until > now()`,
      [issuer.companyId],
    );
}

/** So many runs of the background end everything that is not stuck. */
const RUNS_TO_REST = 4;

async function comeToRest(world: World): Promise<void> {
  world.authority.fate(['stamp']);
  for (let run = 0; run < RUNS_TO_REST; run += 1) {
    const rows = await readRows(world);
    const waits = ({ state, invalidation }: Row) =>
      (state !== 'stamped' && state !== 'rejected') || invalidation === 'open';
    if (!rows.some(waits)) return;
    await endQuarantine(world);
    await work(world, present(world.nodes[run % 2]));
  }
}
