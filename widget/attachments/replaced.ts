import type { Attachment } from './attachment.ts';

/** The reasons that the visitor can remove by saving the file in another format. */
const isAboutFormat = /^(unsupported-media-type|photo_)/;

/** The unsent file that a file of this name is another version of: one of the same name, or, if its format was
 * refused, one whose name differs only in the extension; undefined if there is none. */
export function findReplaced(attachments: Attachment[], name: string): Attachment | undefined {
  const unsent = attachments.filter(({ state }) => state === 'refused' || state === 'missing');
  return (
    unsent.find(({ file }) => file.name === name) ??
    unsent.find(({ file, code }) => isAboutFormat.test(code) && stem(file.name) === stem(name))
  );
}

function stem(name: string): string {
  return name.replace(/\.[^.]*$/, '');
}
