import type { Department, Municipality } from './catalog.ts';
import { departments } from './data/departments.ts';

/** The code that stands for a place abroad in CAT-008, CAT-012 and CAT-013, and what the three call it. */
export const abroad = { code: '00', name: 'Otro (Para extranjeros)' } as const;

const byCode: ReadonlyMap<string, Department> = new Map(departments.rows.map((row) => [row.code, row]));

/** Every municipality under its department's code with its short and with its long code. */
const municipalities: ReadonlyMap<string, Municipality> = new Map(
  departments.rows.flatMap((department) =>
    department.municipalities.flatMap((row): readonly [string, Municipality][] => [
      [`${department.code}/${row.shortCode}`, row],
      [`${department.code}/${row.code}`, row],
    ]),
  ),
);

/** The department of a two-digit code (CAT-012), or null; 00, abroad, is not one. */
export function departmentByCode(code: string): Department | null {
  return byCode.get(code) ?? null;
}

/**
 * The municipality of 2024 (CAT-013) of a department, by its short code (two digits) or its long one (four digits,
 * the department's two included), or null. The meaning is the one in force; see `municipalityNameOn` for older ones.
 */
export function municipality(departmentCode: string, code: string): Municipality | null {
  return municipalities.get(`${departmentCode}/${code}`) ?? null;
}
