import { LIFE_EVENTS } from '../../../core/life/life-events.ts';
import type { LifeEvent } from '../../../operations/life/ports.ts';
import { html, type Markup } from '../../html.ts';
import { clockOf, dayOf, moneyOf } from '../../words.ts';

/** What happened to a document, in the order in which it happened. */
export function lifeOf(events: readonly LifeEvent[]): Markup {
  return html`<section class="card" aria-labelledby="life"><h2 id="life">Qué ha pasado</h2>
<ol class="life">${events.map(eventOf)}</ol></section>`;
}

function eventOf({ kind, atMs, detail }: LifeEvent): Markup {
  const more = DETAILS.flatMap(([name, write]) => {
    const value = detail[name];
    return typeof value === 'string' && value !== '' ? [write(value)] : [];
  });
  return html`<li><span class="small">${dayOf(atMs)} ${clockOf(atMs)}</span><span>${LIFE_EVENTS[kind]}${more.length > 0 && html` <span class="soft">${more}</span>`}</span></li>`;
}

/** What of an event's detail a person wants to read. */
const DETAILS: readonly (readonly [name: string, write: (value: string) => Markup])[] = [
  ['address', (address) => html`<bdi>${address}</bdi>. `],
  ['last_error', (error) => html`${error} `],
  ['message', (message) => html`<bdi>${message}</bdi> `],
  ['control_number', (number) => html`<span class="code">${number}</span> `],
  ['from', (number) => html`De <span class="code">${number}</span> `],
  ['to', (number) => html`a <span class="code">${number}</span>. `],
  ['amount_gross', (amount) => html`${moneyOf(amount)} `],
];
