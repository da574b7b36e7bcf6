import type { PostalAddress } from '../company/company.ts';
import type { SchemaGeneration } from './kinds.ts';
import type { DteObject } from './serialize.ts';

/** A block `direccion`; only v2 has a district of its own. */
export function buildDireccion(address: PostalAddress, generation: SchemaGeneration): DteObject {
  const { departamento, municipio, distrito, complemento } = address;
  return generation === 'v1'
    ? { departamento, municipio, complemento }
    : { departamento, municipio, distrito, complemento };
}
