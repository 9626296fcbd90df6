// For tests: finds the messages that the proxy logs.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { read, root } from './markdown.ts';

/** Every message that the proxy logs at one of these levels. Throws if a message isn't a literal. */
export function logMessages(...levels: ('debug' | 'info' | 'warn' | 'error' | 'fatal')[]): string[] {
  const sources = globSync('**/*.ts', {
    cwd: join(root, 'proxy'),
    exclude: ['**/*.test.ts'],
  });
  return [...new Set(sources.flatMap(path => messagesIn(read(join('proxy', path)), levels)))];
}

function messagesIn(source: string, levels: string[]): string[] {
  const calls = source.matchAll(new RegExp(`\\blog\\??(?:\\.(?:${levels.join('|')})|\\[level\\])\\(`, 'g'));
  return Array.from(calls, ({ 0: call, index }) => messageOf(argumentsAt(source, index + call.length)));
}

/** The last argument. */
function messageOf(text: string): string {
  const literal = /'((?:[^'\\]|\\.)*)',?\s*$/.exec(text)?.[1];
  if (literal !== undefined) return literal;
  throw new Error(`This message isn't a literal: ${text}`);
}

/** The text up to the parenthesis that closes a call. */
function argumentsAt(source: string, from: number): string {
  let depth = 1;
  let quote = '';
  for (let at = from; at < source.length; at++) {
    const character = source[at]!;
    if (quote) {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if (character === "'" || character === '`') quote = character;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    if (depth === 0) return source.slice(from, at);
  }
  throw new Error('A call has no end.');
}
