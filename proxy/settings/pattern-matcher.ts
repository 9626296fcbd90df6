import { createContext, Script } from 'node:vm';
import type { Logger } from 'pino';
import type { MatchesPattern } from '../contract/rules.ts';

/** A match takes microseconds, unless the pattern is ambiguous: then the time may double with each character. */
const timeoutMs = 50;

/** Matches texts against patterns from the config, which run on the proxy's only thread. A pattern that takes too long
 * counts as matched, because it says nothing about the answer, and isn't evaluated again until the proxy restarts.
 * Node can stop a regular expression only in `vm`, where a match takes 0.2 ms. */
export function createPatternMatcher(log: Pick<Logger, 'warn'>): MatchesPattern {
  const sandbox = createContext({ expression: /./, text: '' });
  const script = new Script('expression.test(text)');
  const expressions = new Map<string, RegExp | undefined>();
  return (pattern, text) => {
    if (!expressions.has(pattern)) expressions.set(pattern, new RegExp(`^(?:${pattern})$`, 'v'));
    const expression = expressions.get(pattern);
    if (!expression) return true;
    Object.assign(sandbox, { expression, text });
    const start = process.threadCpuUsage();
    for (;;) {
      try {
        return Boolean(script.runInContext(sandbox, { timeout: timeoutMs }));
      } catch {
        // Only the time limit throws. It counts the time in which the machine did something else, too.
        const { user, system } = process.threadCpuUsage(start);
        if ((user + system) / 1_000 < timeoutMs / 2) continue;
        expressions.set(pattern, undefined);
        log.warn({ pattern }, 'pattern too slow: answers accepted unchecked');
        return true;
      }
    }
  };
}
