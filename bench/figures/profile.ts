/** A profile of V8 as `node --cpu-prof` writes it; times in microseconds of the monotonic clock. */
export interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly startTime: number;
  /** Which node was running at each sample. */
  readonly samples: readonly number[];
  /** From the sample before, or from the start. */
  readonly timeDeltas: readonly number[];
}

export interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children?: readonly number[];
}

/** A function as called from its callers, in microseconds. */
export interface Frame {
  readonly name: string;
  /** As seen from the root of the repository, or a part of Node; empty for what the engine does itself. */
  readonly file: string;
  selfUs: number;
  totalUs: number;
  readonly children: Map<string, Frame>;
}

export interface Window {
  readonly fromUs: number;
  readonly untilUs: number;
}

/** The calls of that window as a tree; idle time is left out. Files are named from `rootUrl`, which ends in a slash. */
export function framesOf(profile: Profile, window: Window, rootUrl: string): Frame {
  const selfUs = timesIn(profile, window);
  const byId = new Map(profile.nodes.map((node) => [node.id, node]));
  const root: Frame = { name: 'main thread', file: '', selfUs: 0, totalUs: 0, children: new Map() };
  const [first] = profile.nodes;
  for (const child of first?.children ?? []) root.totalUs += addTo(root, child, { byId, selfUs, rootUrl });
  return root;
}

function timesIn(profile: Profile, { fromUs, untilUs }: Window): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  let nowUs = profile.startTime;
  for (const [index, id] of profile.samples.entries()) {
    const deltaUs = profile.timeDeltas[index] ?? 0;
    nowUs += deltaUs;
    if (nowUs >= fromUs && nowUs < untilUs) times.set(id, (times.get(id) ?? 0) + deltaUs);
  }
  return times;
}

/** Calls of one function from one caller are one frame, from whichever line they come. Returns what was added. */
function addTo(
  parent: Frame,
  id: number,
  sources: {
    readonly byId: ReadonlyMap<number, ProfileNode>;
    readonly selfUs: ReadonlyMap<number, number>;
    readonly rootUrl: string;
  },
): number {
  const node = sources.byId.get(id);
  if (node === undefined || node.callFrame.functionName === '(idle)') return 0;
  const [name, file] = [
    node.callFrame.functionName || '(anonymous)',
    fileOf(node.callFrame.url, sources.rootUrl),
  ];
  const key = `${name} ${file} ${node.callFrame.lineNumber}`;
  const frame = parent.children.get(key) ?? { name, file, selfUs: 0, totalUs: 0, children: new Map() };
  parent.children.set(key, frame);
  const selfUs = sources.selfUs.get(id) ?? 0;
  const below = (node.children ?? []).reduce((sum, child) => sum + addTo(frame, child, sources), 0);
  frame.selfUs += selfUs;
  frame.totalUs += selfUs + below;
  return selfUs + below;
}

/** Nothing of the folder in which the repository lies. */
function fileOf(url: string, rootUrl: string): string {
  if (url.startsWith('node:')) return url;
  return url.startsWith(rootUrl) ? url.slice(rootUrl.length) : '';
}

export interface Part {
  readonly name: string;
  /** The share of the busy time, 0 to 1. */
  readonly share: number;
}

/**
 * Which part of the program the time was spent in. Time within Node and the engine counts for the nearest caller of
 * ours or of a package, so that a write to a socket counts for whoever wrote.
 */
export function partsOf(root: Frame): readonly Part[] {
  const times = new Map<string, number>();
  collect(root, 'Node and engine', times);
  return [...times]
    .map(([name, us]) => ({ name, share: root.totalUs === 0 ? 0 : us / root.totalUs }))
    .sort((one, other) => other.share - one.share);
}

function collect(frame: Frame, callerPart: string, times: Map<string, number>): void {
  const part =
    frame.name === '(garbage collector)' ? 'garbage collection' : (partOf(frame.file) ?? callerPart);
  times.set(part, (times.get(part) ?? 0) + frame.selfUs);
  for (const child of frame.children.values()) collect(child, part, times);
}

/** A package, or a folder of src. */
function partOf(file: string): string | null {
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(file) ?? [];
  if (name !== undefined) return name;
  return /^src\/[^/]+/.exec(file)?.[0] ?? null;
}
