import { question as questionSchema, sentId } from '../settings/question-config.ts';
import { isLanguageTag } from '../settings/texts.ts';
import { toCaseType } from './first-config.ts';
import {
  findForms,
  findQuestions,
  type PageQuestion,
  type Part,
  readParts,
  typeOf,
  wordsOf,
} from './page-forms.ts';
import { attribute, type Element } from './read-page.ts';

/** What a text asks for, by its autocomplete, name and label, each on a line. */
const purposes = {
  forename: /given-name|(first|fore)[ _-]?name|^fname$|\[first\]|\bname:? first$|vorname|prénom/im,
  surname: /family-name|(last|sur|family)[ _-]?name|^lname$|\[last\]|\bname:? last$|nachname/im,
  name: /^name$|\b(your|full)[ _-]?name\b|^((ihr|dein|votre|tu) )?(name|nom|nombre)$/im,
  email: /e-?mail/i,
  landline: /landline|festnetz|\bfax\b/i,
  telephone_mobile: /phone|mobile|\btel\b|telefon|téléphone/i,
  postcode: /post-?code|postal-|\bzip\b/i,
};
const repeated = /confirm|repeat|again|verify|re-?enter|re-?type|wiederhol/i;
const captcha = /captcha|turnstile|\bquiz|\d\s*[+×*]\s*\d/i;
const trap = /honey|(^|[\s_[-])hp([\s\]_-]|$)|validation_container|leave \w+ (\w+ )?(blank|empty)/im;
const unseen = /display:\s*none|visibility:\s*hidden|(left|top):\s*-\d{3}|(height|width):\s*[01]px/i;
const dateLooks = /^[dmyjta]{1,4}([/. -])[dmyjta]{1,4}\1[dmyjta]{2,4}$|date-?(picker|input)/im;
const noOption = /^\W*$|^\W*(please )?(select|choose|pick)\b|^-+\s?\w+\s?-+$/i;
const requiredLabel = /^\s*\*|\*\s*:?\s*$|\(required\)/i;
const requiredLooks = /(^|[\s_-])required(\s|$)|wpcf7-acceptance(?! optional)/m;
const marks = /\((required|optional)\)|^[\s*:]+|(?<![\s*:])[\s*:]+$/gi;

const clean = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll(marks, '').trim();
const read = ({ field }: Part, name: string) => attribute(field!, name)?.trim() ?? '';
/** Leaves out what is false or empty. */
const filled = (keys: object) =>
  Object.fromEntries(Object.entries(keys).filter(([, value]) => value || value === 0));

/** Makes a config that passes the check. The notes say what is missing or has changed. */
export function importPage(html: string, address?: string, wanted?: number) {
  const { parts, elements } = readParts(html);
  const notes: string[] = [];
  const form = chooseForm(findForms(parts), elements, { wanted, notes });
  const base = elements.find(({ tagName }) => tagName === 'base');
  const baseUrl = URL.parse((base && attribute(base, 'href')) ?? '', address)?.href;
  const contact: Record<string, object> = {};
  const moved: string[] = [];
  const questions: object[] = [];
  const used = new Set<string>();
  let files = 0;
  let heading = '';
  for (const found of findQuestions(form, elements)) {
    const part = found.fields[0]!;
    const [type, name, label] = [typeOf(part), read(part, 'name'), clean(found.label)];
    const styles = [part.field!, ...found.alone].flatMap(({ attrs }) =>
      attrs.flatMap(each => (/^(class|id|style)$/.test(each.name) ? each.value : [])),
    );
    const looks = [read(part, 'placeholder'), ...styles].join('\n');
    const all = [looks, name, label, found.help].join('\n');
    const isText = /^(email|number|tel|text|textarea|url)$/.test(type);
    const asked = [read(part, 'autocomplete'), type, name, label, `${clean(found.heading)} ${label}`].join(
      '\n',
    );
    const named = Object.entries(purposes).find(([, words]) => words.test(asked))?.[0] ?? '';
    // "Which phone do you have?" asks for no number.
    const isPlain = type === 'text' && (!label.includes('?') || /name|postcode/.test(named));
    const purpose = isPlain || /^(email|tel)$/.test(type) ? named : '';
    const fields = purpose === 'name' ? ['forename', 'surname'] : [purpose];
    const isContact = /name|^email|mobile/.test(purpose);
    const isMarked = requiredLabel.test(found.label) || requiredLooks.test(looks);
    const isRequired = ({ field }: Part) =>
      attribute(field!, 'required') !== undefined || attribute(field!, 'aria-required') === 'true';
    const required = isMarked || found.fields.some(isRequired);
    const note = (text: string): undefined => {
      notes.push(`"${label}" (${name || 'no name'}) ${text}.`);
    };
    if (captcha.test(all)) note('is left out: the proxy recognises spam without it');
    else if (trap.test(all) || (isText && (unseen.test(looks) || read(part, 'aria-hidden') === 'true')))
      note('is left out: visitors don’t see it. It is a trap for bots, or a script shows it');
    else if (purpose && repeated.test(`${name} ${label}`))
      note('is left out: the form finds mistakes itself');
    else if (type === 'password') note('is left out: forms must not ask for passwords');
    else if (type === 'file') {
      files += attribute(part.field!, 'multiple') === undefined ? 1 : 5;
      note('is the attachments now: PDFs and photos, which are never required');
    } else if (isContact && fields.every(field => !contact[field])) {
      for (const field of fields)
        contact[field] = filled({ field, required: required || field === 'forename' });
      moved.push(`"${label}"`);
      if (purpose === 'name') note('is two fields now, for the first and the last name');
    } else {
      const shown = { heading: found.heading !== heading && clean(found.heading), label, required };
      heading = found.heading;
      const made = toQuestion(found, shown, { purpose, looks, used, baseUrl, note });
      if (made) questions.push(made);
    }
  }
  if (moved.length > 0)
    notes.push(`Contact details come last now, under the form’s own labels: ${moved.join(', ')}.`);
  if (!contact.forename) notes.push('The first name is added, because the enquiry API needs it.');
  const hidden = form
    .filter(each => typeOf(each) === 'hidden')
    .map(each => read(each, 'name'))
    .filter(Boolean);
  if (hidden.length > 0)
    notes.push(
      `Hidden fields are left out: ${hidden.join(', ')}. Attribution sends where a visit comes from, and constants are "meta".`,
    );
  notes.push('Conditions that scripts decide, and texts between the fields, are left out.');

  const isHeading = ({ tagName }: Element) => /^h[1-4]$/.test(tagName);
  const above = parts.slice(0, parts.indexOf(form.find(({ field }) => field)!));
  const last = above.findLast(({ text, around }) => text.trim() && around.some(isHeading));
  const title = clean(last ? wordsOf(last.around.find(isHeading)!, parts) : '') || 'Send an enquiry';
  const language = attribute(elements[0]!, 'lang') ?? '';
  const { forename = { field: 'forename', required: true }, surname, telephone_mobile, email } = contact;
  const config = {
    origins: address ? [new URL(address).origin] : [],
    ...(isLanguageTag(language) && !/^en/i.test(language) && { language }),
    contact: [forename, surname, telephone_mobile, email].filter(Boolean),
    attachments: { max_files: Math.min(files, 50) },
    case_types: { [toCaseType(title)]: { label: title, questions } },
  };
  return { config, notes };
}

/** The wanted form, or the one with the most fields that is not for searching or logging in. */
function chooseForm(
  forms: Part[][],
  elements: Element[],
  { wanted, notes }: { wanted: number | undefined; notes: string[] },
): Part[] {
  const counts = forms.map(form => {
    const types = form.map(typeOf).filter(type => type && type !== 'hidden');
    return types.some(type => /password|search/.test(type)) ? 0 : types.length;
  });
  const chosen = wanted ? wanted - 1 : counts.findIndex(count => count > 0 && count === Math.max(...counts));
  const others = counts.flatMap((count, at) =>
    at !== chosen && count > 0 ? `${at + 1} (fields: ${count})` : [],
  );
  if (others.length > 0) notes.push(`The page has other forms, for --form: ${others.join(', ')}.`);
  if (forms[chosen]) return forms[chosen];
  const frame = elements.find(({ tagName }) => tagName === 'iframe');
  const other = frame ? `, or import its frame ${attribute(frame, 'src')}` : '';
  throw new Error(
    'the page has no such form. If a browser shows one, a script draws it: save the page there, complete, and import ' +
      `the file${other}`,
  );
}

/** The options that a visitor can choose, with values that differ. */
function optionsOf({ fields, options }: PageQuestion): { value: string; label: string }[] {
  const isSelect = typeOf(fields[0]!) === 'select';
  const real = options.filter(
    ({ label, value }, at) => !isSelect || at > 0 || (value !== '' && !noOption.test(label.trim())),
  );
  const named = real.map(({ label, value = label }) => ({
    label: clean(label),
    value: value.replaceAll(/\s+/g, ' ').trim(),
  }));
  const areDistinct = new Set(named.map(({ value }) => value)).size === named.length;
  const full = named.map(({ label, value }) => ({
    value: (areDistinct && value) || label,
    label: label || value,
  }));
  return full.filter(({ value }, at) => value && full.findIndex(each => each.value === value) === at);
}

interface Context {
  purpose: string;
  looks: string;
  /** The ids so far, and what is sent in place of them. */
  used: Set<string>;
  /** What links are relative to. */
  baseUrl: string | undefined;
  note(text: string): undefined;
}

/** Makes a question with those keys that its type allows and whose values are accepted. */
function toQuestion(
  found: PageQuestion,
  shown: { heading: string | false; label: string; required: boolean },
  { purpose, looks, used, baseUrl, note }: Context,
): object | undefined {
  const { fields } = found;
  const part = fields[0]!;
  const [type, name] = [typeOf(part), read(part, 'name')];
  const options = optionsOf(found);
  if (type === 'select' && /^(\S*\+\d+)+$/.test(options.map(({ value }) => value).join('')))
    return note('is left out: visitors type the code of their country with the number');
  const isSeveral = fields.length > 1 || attribute(part.field!, 'multiple') !== undefined;
  const isDate = type === 'text' && dateLooks.test(looks);
  const ours =
    {
      checkbox: isSeveral ? 'checkboxes' : 'consent',
      range: 'number',
      select: options.length === 0 ? 'text' : isSeveral ? 'checkboxes' : 'select',
      text: isDate
        ? 'date'
        : { email: 'email', landline: 'tel', telephone_mobile: 'tel', postcode: 'postcode' }[purpose],
    }[type] ?? (/^(date|email|number|radio|tel|textarea)$/.test(type) ? type : 'text');
  if (ours === 'date') note('asks for a date, which arrives as 2026-02-01');
  else if (ours === 'text' && type !== 'text') note(`is a text now, not "${type}"`);

  const sendAs = name.replace(ours === 'checkboxes' ? /\[\d*\]$|\.\d+$/ : /\[\]$/, '');
  const words = toCaseType(shown.label.normalize('NFD').replaceAll(/\p{M}/gu, ''));
  const slug = words.replace(/^[^a-z]+/, '') || 'question';
  const isFree = (id: string) => !used.has(id) && sentId.safeParse(id).success;
  let id = /^[a-z][a-z_-]{0,59}$/.test(sendAs) && isFree(sendAs) ? sendAs : slug;
  for (let count = 2; !isFree(id); count += 1) id = `${slug}-${count}`;
  const send_as = sendAs !== id && isFree(sendAs) && sendAs;
  used.add(id).add(send_as || id);

  // A line break is in no value.
  const isJoined = options.every(({ value }) => `${value}, `.indexOf(', ') === value.length);
  const { href = '', text = '' } = (ours === 'consent' && found.link) || {};
  const url = URL.parse(href, baseUrl);
  const isWeb = /^https?:/.test(url?.protocol ?? '');
  if (href && !isWeb) note(`has a link to ${href}, which is left out: write its whole address as "url"`);
  const limit = (key: string) => {
    const text = read(part, key);
    return text === '' || type === 'date' ? text : Number(text);
  };
  const draft = filled({
    ...{
      id,
      send_as,
      type: ours,
      ...shown,
      help: !isDate && clean(found.help) !== shown.label && clean(found.help),
    },
    options: ours !== 'consent' && options.map(each => (each.value === each.label ? each.value : each)),
    separator: !isJoined && '\n',
    url: isWeb && url?.href,
    url_label: isWeb && clean(text).replace(/^./u, first => first.toUpperCase()),
    ...{
      min: limit('min'),
      max: limit('min') > limit('max') ? '' : limit('max'),
      max_length: limit('maxlength'),
    },
  });
  for (;;) {
    const { error } = questionSchema.safeParse(draft);
    if (!error) return draft;
    const wrong = error.issues.flatMap(each =>
      each.code === 'unrecognized_keys' ? each.keys : `${String(each.path[0])}`,
    );
    if (wrong.some(key => !Object.hasOwn(draft, key))) return note('is left out: it has no words');
    for (const key of wrong) delete draft[key];
  }
}
