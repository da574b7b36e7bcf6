import type { Finding } from './finding.ts';
import { type Import, importsOf } from './imports.ts';
import type { SourceFile } from './source-file.ts';

/** The imports of files by path, without those of which nothing comes around. */
type Graph = Map<string, readonly Import[]>;

/**
 * Files that import each other around a circle, types included, one finding a circle. A file that another process or
 * thread loads is only named, and not imported.
 */
export function circularImports(files: readonly SourceFile[]): readonly Finding[] {
  const graph: Graph = new Map(
    files.map((file) => [file.path, importsOf(file).filter(({ mention }) => !mention)]),
  );
  const findings: Finding[] = [];
  for (trim(graph); graph.size > 0; trim(graph)) {
    const circle = circleIn(graph);
    findings.push(findingOf(circle));
    for (const { path } of circle) graph.delete(path);
  }
  return findings;
}

/** Takes out whatever imports nothing that is left. */
function trim(graph: Graph): void {
  for (;;) {
    const free = [...graph.keys()].filter((path) => onward(graph, path) === undefined);
    if (free.length === 0) return;
    for (const path of free) graph.delete(path);
  }
}

/** The first import of a file that is left. */
function onward(graph: Graph, path: string): Import | undefined {
  return graph.get(path)?.find(({ target }) => target !== null && graph.has(target));
}

interface Step {
  readonly path: string;
  readonly line: number;
}

/** Whoever follows the imports of a trimmed graph comes around. */
function circleIn(graph: Graph): readonly Step[] {
  const steps: Step[] = [];
  let [path = ''] = graph.keys();
  while (!steps.some((step) => step.path === path)) {
    const { line = 0, target = null } = onward(graph, path) ?? {};
    steps.push({ path, line });
    path = target ?? '';
  }
  return steps.slice(steps.findIndex((step) => step.path === path));
}

function findingOf(circle: readonly Step[]): Finding {
  const [{ path, line } = { path: '', line: 0 }, ...others] = circle;
  const way = [...others.map((step) => step.path), path].join(' -> ');
  return { path, line, message: `imports in a circle: ${way}; move what both need to a file of its own` };
}
