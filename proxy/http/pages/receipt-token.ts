import type { Definition } from '../../contract/definition.ts';
import type { Receipt } from '../../contract/enquiry.ts';
import type { PageReceipt, RefusedFile } from '../../contract/page-module.ts';
import type { AppContext, AppDependencies } from '../context.ts';

/** The receipt in the address of its page. It is encrypted, because names of files are private, and addresses end up in
 * access logs. */
export interface SealedReceipt extends PageReceipt {
  case_type: string;
  /** The hash of the definition that the visitor saw. */
  definition: string;
}

/** What happened to a posted form, and what the address of its receipt keeps. */
interface Outcome {
  receipt: Receipt;
  /** How many files were accepted with it. */
  files: number;
  refused: RefusedFile[];
  /** The query of the form's page. */
  query: URLSearchParams;
}

/** Web servers limit the length of addresses, often to 8 kB, and nginx that of all headers of a response, usually to 4 kB.
 * The parameters are what the query has besides the receipt. */
const most = { names: 10, characters: 40, parameterBytes: 1_000 };

/** Redirects to the receipt, so that reloading it doesn't send the form again. */
export function redirectToReceipt(
  context: AppContext,
  { signer, clock }: Pick<AppDependencies, 'signer' | 'clock'>,
  definition: Definition,
  { receipt, files, refused, query }: Outcome,
): Response {
  const { reference, call_back, promise } = receipt;
  const sealed: SealedReceipt = {
    case_type: definition.case_type,
    definition: definition.definition,
    reference,
    ...(receipt.status === 'delivered' && { enquiry_id: receipt.enquiry_id }),
    ...(call_back !== undefined && { call_back }),
    ...(promise && { to: promise.to }),
    lang: definition.lang,
    at: clock(),
    files,
    refused: listNames(refused),
  };
  // Without the site around its frame, no browser would show the receipt there.
  const longestFirst = [...query]
    .filter(([name]) => name !== 'frame')
    .toSorted(([, a], [, b]) => encodeURIComponent(b).length - encodeURIComponent(a).length);
  for (const [name] of longestFirst) if (`${query}`.length > most.parameterBytes) query.delete(name);
  query.set('receipt', signer.seal(JSON.stringify(sealed), clock()));
  // Relative, because a web server in front may remove a prefix.
  return context.redirect(`?${query}`, 303);
}

function listNames(refused: RefusedFile[]): RefusedFile[] {
  const named = refused.slice(0, most.names).map(({ name, code }) => {
    const base = name
      .replace(/^.*[/\\]/s, '')
      .replaceAll(/\p{Cc}/gu, '')
      .toWellFormed();
    return {
      name: base.length > most.characters ? `${base.slice(0, most.characters).toWellFormed()}…` : base,
      code,
    };
  });
  return refused.length > most.names ? [...named, { name: '…', code: 'too-many-attachments' }] : named;
}

/** Reads the receipt of this case type from a token. Undefined if the text isn't a token of the proxy: any other page may
 * have a parameter of this name. A token of another case type counts as expired. */
export function openReceipt(
  { signer, clock }: Pick<AppDependencies, 'signer' | 'clock'>,
  caseType: string,
  token: string,
): SealedReceipt | 'expired' | undefined {
  const opened = signer.open(token, clock());
  if (!opened) return undefined;
  const receipt = JSON.parse(opened.text) as SealedReceipt; // Nobody else can seal a text.
  return opened.isExpired || receipt.case_type !== caseType ? 'expired' : receipt;
}
