/** The content of the `Authorization` header. `possible`: the client can solve challenges. `unsolved`: it couldn't solve
 * this one. `none`: it can't solve any. */
export type ProofClaim =
  | { kind: 'none' | 'unsolved' | 'possible' }
  | { kind: 'solved'; token: string; solution: number };

/** Parses the header. A malformed or missing header counts as `none`, which is correct for tabs of an earlier release. */
export function parseProofClaim(header: string): ProofClaim {
  const match = /^Proof[ \t]+v=1[ \t]*(?:,(.*))?$/is.exec(header);
  if (!match) return { kind: 'none' };
  if (match[1] === undefined) return { kind: 'possible' };
  const parameters = match[1].split(',').map(each => each.trim());
  const find = (name: string) =>
    parameters
      .find(each => each.startsWith(`${name}=`))
      ?.slice(name.length + 1)
      .replace(/^"(.*)"$/s, '$1');
  const token = find('challenge');
  const solution = find('solution') ?? '';
  if (token === undefined || !/^\d{1,9}$/.test(solution)) return { kind: 'unsolved' };
  return { kind: 'solved', token, solution: Number(solution) };
}
