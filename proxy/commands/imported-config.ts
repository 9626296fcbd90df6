import { contactFields } from '../contract/definition.ts';
import { question as questionSchema, sentId } from '../settings/question-config.ts';
import { isLanguageTag } from '../settings/texts.ts';
import { toCaseType } from './first-config.ts';
import { readForm } from './page-forms.ts';

/** What a text asks for, by its autocomplete, name and label, each on a line. */
const purposes = {
  forename:
    /given-name|(first|fore)[ _-]?name|^fname$|\[first\]|\bname:? first$|first and|vor(name|- und)|prénom|nombre y/im,
  surname:
    /family-name|(last|sur|family)[ _-]?name|^lname$|\[last\]|\bname:? last$|nachname|apellido|\bnom et|et nom\b/im,
  name: /^name$|\b(your|full)[ _-]?name\b|^((ihr|dein|votre|tu) )?(name|nom|nombre)$/im,
  email: /e-?mail/i,
  landline: /landline|festnetz|\bfax\b/i,
  telephone_mobile: /phone|(?<!auto)mobile(?! home)|\btel\b|telefon|téléphone/i,
  postcode: /post-?code|postal-|\bzip\b/i,
};
type Purpose = keyof typeof purposes;
/** The type of a question, by the purpose of a text or the type of a control. All others are texts. */
const types: Record<string, string> = {
  ...{ email: 'email', tel: 'tel', landline: 'tel', telephone_mobile: 'tel', postcode: 'postcode' },
  ...{ date: 'date', number: 'number', range: 'number', textarea: 'textarea' },
  ...{ checkbox: 'consent', checkboxes: 'checkboxes', radio: 'radio', select: 'select' },
};
const botName = /validation_container|_honey|honey[-_]?pot|bot[-_]?field|(^|[\s_=[-])hp([\s\]_-]|$)/im;
const botLabel = /\d\s*[+×]\s*\d|(don.t|do not) fill|leave \w+ (\w+ )?(blank|empty)/i;
const captcha = /captcha|turnstile|\bquiz/i;
const unseen =
  /^(aria-hidden=true|hidden=|tabindex=-1|style=.*(display: ?none|visibility: ?hidden|(left|top): ?-\d{3}|(?<!-)(height|width): ?[01]p))/im;
const repeated = /confirm|repeat|again|verify|re-?enter|re-?type|wiederhol/i;

/** Leaves out what is false or empty. */
const filled = (keys: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(keys).filter(([, value]) => value));

/** Makes a config that passes the check. The notes say what is missing or has changed. */
export function importPage(html: string, address?: string) {
  const { title, language, hidden, questions: asked } = readForm(html);
  const notes = ['Left out: conditions, limits, patterns, links, other forms, and texts between fields.'];
  const contact: Record<string, object> = {};
  const questions: Record<string, unknown>[] = [];
  const used = new Set<string>();
  let files = 0;
  for (const found of asked) {
    const { type, name, label, heading, help, required, options, isMultiple, looks } = found;
    const words = [found.autocomplete, type, name, label, `${heading} ${label}`].join('\n');
    const [first = '', second] = Object.keys(purposes).filter(each => purposes[each as Purpose].test(words));
    const named = first === 'forename' && second === 'surname' ? 'name' : first;
    // "Which phone do you have?" asks for no number.
    const isPlain = type === 'text' && (!label.includes('?') || /name|postcode/.test(named));
    const purpose = isPlain || /^(email|tel)$/.test(type) ? named : '';
    const isAsked = (part: Purpose) =>
      asked.some(other => other !== found && purposes[part].test(`${other.name}\n${other.label}`));
    const fields =
      purpose === 'name' ? (['forename', 'surname'] as const).filter(each => !isAsked(each)) : [purpose];
    const isText = /^(email|number|tel|text|textarea|url)$/.test(type);
    const note = (text: string) => notes.push(`"${label}" (${name || 'no name'}) ${text}.`);
    const marks = `${looks}\n${name}`;
    const isForBots = botName.test(marks) || botLabel.test(label) || captcha.test(`${marks}\n${label}`);
    if (isForBots || (isText && unseen.test(looks)))
      note('is left out: a captcha, a trap for bots, or hidden by a script');
    else if (purpose && repeated.test(`${name} ${label}`))
      note('is left out: the form finds mistakes itself');
    else if (type === 'file') {
      files += isMultiple ? 5 : 1;
      note('is the attachments now: PDFs and photos, which are never required');
    } else if (/name|^email|mobile/.test(purpose) && fields.some(field => !contact[field])) {
      for (const field of fields)
        contact[field] ??= filled({ field, required: required || field === 'forename' });
      note(`is ${fields.join(' and ')} now, at the end, under the form’s own label`);
    } else {
      const kind = isMultiple ? 'checkboxes' : type === 'text' ? purpose : type;
      const ours = (type === 'select' && options.length === 0 ? '' : types[kind]) || 'text';
      if (ours === 'text' && type !== 'text') note(`is a text now, not "${type}"`);
      // A line break is in no value.
      const isJoined = options.every(({ value }) => `${value}, `.indexOf(', ') === value.length);
      const question = filled({
        ...toIds(label, name, used),
        type: ours,
        heading: questions.every(each => each.heading !== heading) && heading,
        ...{ label, required, help },
        options: options.length > 0 && options.map(each => (each.value === each.label ? each.value : each)),
        separator: ours === 'checkboxes' && !isJoined && '\n',
      });
      if (questionSchema.safeParse(question).success) questions.push(question);
      else note('is left out: it has no words, or too many');
    }
  }
  if (!contact.forename) notes.push('The first name is added, because the enquiry API needs it.');
  contact.forename ??= { field: 'forename', required: true };
  if (hidden.length > 0)
    notes.push(
      `Hidden fields are left out: ${hidden.join(', ')}. Attribution sends where a visit comes from, and constants are "meta".`,
    );
  const config = {
    origins: address ? [new URL(address).origin] : [],
    ...(isLanguageTag(language) && !/^en/i.test(language) && { language }),
    contact: contactFields.flatMap(each => contact[each] ?? []),
    attachments: { max_files: Math.min(files, 50) },
    case_types: { [toCaseType(title)]: { label: title, questions } },
  };
  return { config, notes };
}

/** Finds an id that is free: the name of the field, or else the words of the label, beside the name that is sent. */
function toIds(label: string, name: string, used: Set<string>) {
  const words = toCaseType(label.normalize('NFD').replaceAll(/\p{M}/gu, ''));
  const slug = words.replace(/^[^a-z]+/, '') || 'question';
  const isFree = (id: string) => !used.has(id) && sentId.safeParse(id).success;
  let id = /^[a-z][a-z_-]{0,59}$/.test(name) && isFree(name) ? name : slug;
  for (let count = 2; !isFree(id); count += 1) id = `${slug}-${count}`;
  const send_as = name !== id && isFree(name) && name;
  used.add(id).add(send_as || id);
  return { id, send_as };
}
