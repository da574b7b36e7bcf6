/** What happens at an instant of simulated time. */
export interface SimulatedEvent {
  readonly atMs: number;
  /** Decides between events of one instant, before the order in which they were planned. */
  readonly tie: number;
  readonly sequence: number;
  readonly run: () => void;
}

/** Events in the order of their instants: a binary heap. */
export interface EventQueue {
  push(event: SimulatedEvent): void;
  /** Takes the next one out; undefined when nothing is planned. */
  pop(): SimulatedEvent | undefined;
}

function isBefore(a: SimulatedEvent, b: SimulatedEvent): boolean {
  if (a.atMs !== b.atMs) return a.atMs < b.atMs;
  return a.tie === b.tie ? a.sequence < b.sequence : a.tie < b.tie;
}

export function createEventQueue(): EventQueue {
  const heap: SimulatedEvent[] = [];
  return {
    push(event) {
      heap.push(event);
      siftUp(heap, event);
    },
    pop() {
      const [first] = heap;
      const last = heap.pop();
      if (last !== undefined && heap.length > 0) siftDown(heap, last);
      return first;
    },
  };
}

function siftUp(heap: SimulatedEvent[], event: SimulatedEvent): void {
  let index = heap.length - 1;
  while (index > 0) {
    const above = (index - 1) >> 1;
    const parent = heap[above];
    if (parent === undefined || !isBefore(event, parent)) break;
    heap[index] = parent;
    index = above;
  }
  heap[index] = event;
}

function siftDown(heap: SimulatedEvent[], event: SimulatedEvent): void {
  let index = 0;
  for (;;) {
    const child = earlierChild(heap, 2 * index + 1);
    const below = heap[child];
    if (below === undefined || !isBefore(below, event)) break;
    heap[index] = below;
    index = child;
  }
  heap[index] = event;
}

function earlierChild(heap: readonly SimulatedEvent[], left: number): number {
  const [one, other] = [heap[left], heap[left + 1]];
  return one !== undefined && other !== undefined && isBefore(other, one) ? left + 1 : left;
}
