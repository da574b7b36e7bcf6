import { execFileSync } from 'node:child_process';
import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What a reader must know of where and when a run was made; neither the machine's name nor a path of it. */
export function describeRun(startedAt: Date): readonly string[] {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memoryGb = (totalmem() / 2 ** 30).toFixed(0);
  return [
    `Machine: ${model}, ${availableParallelism()} cores, ${memoryGb} GB, ${platform()} ${arch()}; service, PostgreSQL, authority and load share it.`,
    `Versions: Node ${process.versions.node} (OpenSSL ${process.versions.openssl}), commit ${commit()}.`,
    `Date: ${startedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
  ];
}

function commit(): string {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no', '--', 'src') !== '';
    return `\`${git('rev-parse', '--short', 'HEAD')}\`${changed ? ' with changes in src' : ''}`;
  } catch {
    return 'unknown';
  }
}
