import { differenceOf, type FindingReason, type Told } from '../../core/declaring/told-difference.ts';
import type { Nit } from '../../core/identifiers/nit.ts';
import type { CodigoGeneracion } from '../../core/identifiers/official.ts';
import type { CompanyMonth } from './ports.ts';
import {
  type NoWord,
  type QuestionLine,
  type QuestionParts,
  questionLine,
  type Word,
} from './question-line.ts';
import type {
  Finding,
  HeldCopy,
  MonthReconciliation,
  OpenReconciliation,
  ReconciliationStore,
} from './reconciliation-ports.ts';

export interface ReconcilingParts extends QuestionParts {
  readonly store: ReconciliationStore;
}

export interface ReconcilingOrder {
  readonly month: CompanyMonth;
  /** The issuer's. */
  readonly nit: Nit;
  readonly by: string;
  /** Begins from the first document, whatever was asked before. */
  readonly anew: boolean;
  /** Questions a second at the most. */
  readonly perSecond: number;
  /** Told whenever documents have been asked about. */
  readonly told: (reconciliation: OpenReconciliation) => void;
}

/** `stopped`: the authority gives no word; the same again goes on there. `elsewhere`: somebody else goes on with it. */
export type Reconciling =
  | { readonly kind: 'ended'; readonly reconciliation: MonthReconciliation }
  | { readonly kind: 'stopped'; readonly reason: string; readonly open: OpenReconciliation }
  | { readonly kind: 'elsewhere' };

/**
 * Asks the authority about every document of a month in the order of issue, and keeps where the two disagree. What was asked
 * is kept document by document, so that whoever goes on asks twice about one at the most. A document that gets no word is
 * passed over, and on record as such once the authority has spoken of another one; where it speaks of none, the run stops
 * before the first of them.
 */
export async function reconcileMonth(parts: ReconcilingParts, order: ReconcilingOrder): Promise<Reconciling> {
  const { month, nit, perSecond } = order;
  const line = questionLine(parts, { ...month, nit }, perSecond);
  const open = await parts.store.open(month, order);
  order.told(open);
  return new MonthWalk(parts.store, order, line).run(open);
}

/** What was found about a document, or that nothing could be. */
type Examined = { readonly kind: 'findings'; readonly findings: readonly Finding[] } | NoWord;

/** One walk through a month, with what it has to remember between two documents. */
class MonthWalk {
  readonly #store: ReconciliationStore;
  readonly #order: ReconcilingOrder;
  readonly #line: QuestionLine;
  /** Documents that got no word, since the last one that did, and why. */
  #silent: HeldCopy[] = [];
  #silence = '';
  /** The last document that the authority showed. */
  #shown: HeldCopy | null = null;

  constructor(store: ReconciliationStore, order: ReconcilingOrder, line: QuestionLine) {
    this.#store = store;
    this.#order = order;
    this.#line = line;
  }

  async run(begun: OpenReconciliation): Promise<Reconciling> {
    const { month } = this.#order;
    let open = begun;
    let place = open.place;
    for (;;) {
      const copy = await this.#store.next(month, place);
      if (copy === null) break;
      const examined = await this.#examine(copy);
      if (examined.kind === 'no_word') {
        if (examined.isOver) return this.#stop(open, examined.reason);
        this.#silent.push(copy);
        this.#silence = examined.reason;
      } else {
        const advanced = await this.#advance(open, copy, examined.findings);
        if (advanced === null) return { kind: 'elsewhere' };
        open = advanced;
      }
      place = copy.place;
    }
    return this.#end(open);
  }

  async #end(open: OpenReconciliation): Promise<Reconciling> {
    const { month } = this.#order;
    const last = this.#silent.at(-1);
    let passed: OpenReconciliation | null = open;
    if (last !== undefined) {
      const control = await this.#control(last);
      if (control.kind !== 'shown')
        return this.#stop(open, control.kind === 'no_word' ? control.reason : this.#silence);
      this.#silent.pop();
      passed = await this.#advance(open, last, [noWordOn(last)]);
    }
    const ended = passed && (await this.#store.end(month, passed));
    return ended === null ? { kind: 'elsewhere' } : { kind: 'ended', reconciliation: ended };
  }

  async #stop(open: OpenReconciliation, reason: string): Promise<Reconciling> {
    await this.#store.stop(this.#order.month, open, reason);
    return { kind: 'stopped', reason, open };
  }

  /** On record up to this document, with those before it that got no word. */
  async #advance(
    open: OpenReconciliation,
    copy: HeldCopy,
    findings: readonly Finding[],
  ): Promise<OpenReconciliation | null> {
    const silent = this.#silent;
    const documents = silent.length + 1;
    const advance = { to: copy.place, documents, findings: [...silent.map(noWordOn), ...findings] };
    if (!(await this.#store.advance(this.#order.month, open, advance))) return null;
    this.#silent = [];
    const advanced = { ...open, documents: open.documents + documents, place: copy.place };
    this.#order.told(advanced);
    return advanced;
  }

  /** A document that seems to differ is read again, because it may have changed while the authority was asked. */
  async #examine(copy: HeldCopy): Promise<Examined> {
    const findings: Finding[] = [];
    for (const code of [copy.codigoGeneracion, ...copy.earlierCodes]) {
      const word = await this.#wordOn(copy, code);
      if (word.kind === 'no_word') return word;
      if (reasonFor(copy, code, word) === null) continue;
      const now = await this.#again(copy);
      const reason = reasonFor(now, code, word);
      if (reason === null) continue;
      const selloThere = word.kind === 'stamped' ? word.selloRecibido : null;
      findings.push({ documentId: copy.place.documentId, reason, codigoGeneracion: code, selloThere });
    }
    return { kind: 'findings', findings };
  }

  async #again(copy: HeldCopy): Promise<HeldCopy> {
    return (await this.#store.copy(this.#order.month, copy.place.documentId)) ?? copy;
  }

  /** What the authority says. That it does not know what we hold as stamped is believed between two questions (decision 18). */
  async #wordOn(copy: HeldCopy, codigoGeneracion: CodigoGeneracion): Promise<Told | NoWord> {
    const query = { ...copy, codigoGeneracion };
    const first = toldBy(await this.#line.ask(query));
    if (first.kind === 'stamped') this.#shown = copy;
    if (first.kind !== 'absent' || reasonFor(copy, codigoGeneracion, first) === null) return first;
    const control = await this.#control(copy);
    return control.kind === 'no_word' ? control : toldBy(await this.#line.ask(query));
  }

  /** Whether the authority shows any other document of the account; `none` where we know of none. */
  async #control(copy: HeldCopy): Promise<{ readonly kind: 'shown' | 'none' } | NoWord> {
    const known = await this.#store.known(this.#order.month, copy.place.documentId);
    const shown = this.#shown;
    const all =
      shown === null || shown.place.documentId === copy.place.documentId ? known : [shown, ...known];
    for (const one of all) {
      const word = await this.#line.ask(one);
      if (word.kind === 'no_word') return { ...word, isOver: true };
      if (word.kind !== 'absent') return { kind: 'shown' };
    }
    return all.length === 0 ? { kind: 'none' } : DENIES_ALL;
  }
}

const DENIES_ALL: NoWord = {
  kind: 'no_word',
  reason: 'Hacienda no muestra lo que ella misma selló.',
  isOver: true,
};

function toldBy(word: Word): Told | NoWord {
  if (word.kind === 'stamped') return { kind: 'stamped', selloRecibido: word.stamp.selloRecibido };
  return word.kind === 'no_word' ? word : { kind: word.kind };
}

function reasonFor(copy: HeldCopy, code: CodigoGeneracion, told: Told): FindingReason | null {
  return differenceOf({ ...copy, isEarlier: code !== copy.codigoGeneracion, told });
}

function noWordOn({ place: { documentId }, codigoGeneracion }: HeldCopy): Finding {
  return { documentId, reason: 'unanswered', codigoGeneracion, selloThere: null };
}
