/** What a user is in a company, as a membership says it. */
export const ROLES = ['cashier', 'accountant', 'owner'] as const;

export type Role = (typeof ROLES)[number];

/** A role in a company, or that of whoever runs the installation, who has it in all companies. */
export type Standing = Role | 'operator';

/** What a page of the console or a deed asks for. */
export const PERMISSIONS = [
  /** Issue sales by hand and print them. */
  'issue',
  /** See what one has issued oneself today. */
  'see_own',
  'see_all',
  'export',
  'invalidate',
  /** Issue credit notes. */
  'note',
  'manage_users',
  'manage_keys',
  'manage_company',
  /** See and do what concerns the whole installation. */
  'operate',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

const OF_A_COMPANY: readonly Permission[] = PERMISSIONS.filter((permission) => permission !== 'operate');

const GRANTED: Readonly<Record<Standing, ReadonlySet<Permission>>> = {
  cashier: new Set<Permission>(['issue', 'see_own']),
  accountant: new Set<Permission>(['see_own', 'see_all', 'export', 'invalidate', 'note']),
  owner: new Set(OF_A_COMPANY),
  operator: new Set(PERMISSIONS),
};

/** Whether whoever has this role may do that. */
export function may(standing: Standing, permission: Permission): boolean {
  return GRANTED[standing].has(permission);
}

export function isRole(text: string): text is Role {
  return ROLES.some((role) => role === text);
}

/** The roles as a person reads them. */
export const ROLE_TITLES: Readonly<Record<Standing, string>> = {
  cashier: 'Cajero',
  accountant: 'Contador',
  owner: 'Propietario',
  operator: 'Operador',
};
