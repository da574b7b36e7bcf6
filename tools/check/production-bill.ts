import { isJsonObject, type JsonObject } from '../../src/core/json/read-json.ts';
import { type Lockfile, licenseOf, nameOf, productionPlaces } from './lockfile.ts';

/** A bill of materials in CycloneDX, as far as it is looked at here. */
export interface Bill extends JsonObject {
  readonly components: readonly JsonObject[];
}

/**
 * Production's part of the bill that npm writes of everything installed, with the licences that npm does not find. npm's
 * own `--omit=dev` also leaves out what development needs besides production, such as `nodemailer`. Throws where npm's
 * bill lacks a package of production.
 */
export function productionBill(everything: unknown, lock: Lockfile): Bill {
  const whole = isJsonObject(everything) ? everything : {};
  const places = new Map(
    productionPlaces(lock).map((place) => [`${nameOf(place)}@${lock[place]?.version}`, place]),
  );
  const components = objectsIn(whole['components']).flatMap((component) => {
    const place = places.get(String(component['bom-ref']));
    return place === undefined ? [] : [licensed(component, licenseOf(lock, place))];
  });
  const missing = [...places.keys()].filter((ref) => !components.some((one) => one['bom-ref'] === ref));
  if (missing.length > 0) throw new Error(`npm's bill of materials lacks ${missing.join(', ')}`);
  const { '': self = {} } = lock;
  const root = `sello@${self.version}`;
  const known = (ref: unknown) => ref === root || places.has(String(ref));
  const dependencies = objectsIn(whole['dependencies'])
    .filter(({ ref }) => known(ref))
    .map((one) => ({ ...one, dependsOn: [one['dependsOn']].flat().filter(known) }));
  return { ...whole, metadata: named(whole['metadata']), components, dependencies };
}

/** npm calls the whole by the folder in which it lies. */
function named(metadata: unknown): JsonObject {
  const { component, ...rest } = isJsonObject(metadata) ? metadata : {};
  return { ...rest, component: { ...(isJsonObject(component) ? component : {}), name: 'sello' } };
}

function licensed(component: JsonObject, license: string | null): JsonObject {
  if (component['licenses'] !== undefined || license === null) return component;
  return { ...component, licenses: [{ license: { id: license } }] };
}

function objectsIn(list: unknown): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}
