/** What the `Authorization` header says about a proof of work. `none`: the client can't solve challenges, or couldn't
 * solve this one. */
export type ProofClaim =
  | { kind: 'none' | 'unsolved' | 'possible' }
  | { kind: 'solved'; token: string; solution: number };

/** Reads the header. Anything but a well-formed proof counts as `none`, as from a tab of an earlier release. */
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
