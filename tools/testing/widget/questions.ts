import type { Definition, Question } from '../../../proxy/contract/definition.ts';
import { contact, houseMove } from './case-types.ts';
import type { ScriptedProxy } from './scripted-proxy.ts';
import type { FormPage } from './visitor.ts';

export const nameOnly: Definition = { ...houseMove, questions: [contact.forename] };

/** Publishes a form of these questions, besides the first name. Returns the attributes that fill in the name. */
export function ask(proxy: ScriptedProxy, ...questions: Question[]): Record<string, string> {
  proxy.publish({ ...nameOnly, questions: [contact.forename, ...questions] });
  return { values: '{"forename":"Ada"}' };
}

/** Sends the form and resolves with the answers that the proxy received. */
export async function sent(form: FormPage, proxy: ScriptedProxy) {
  await form.complete();
  return proxy.enquiries.at(-1)?.enquiry.answers;
}
