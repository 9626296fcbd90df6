// Every word that is said of files, and after sending.
import type { AttachmentLimits } from '../../proxy/contract/definition.ts';

export const messages = {
  thanks: (forename: string) => `Thank you, ${forename}. We have your enquiry.`,
  number: 'Your enquiry number',
  reference: 'Your reference',
  copy: 'Copy',
  copied: 'Copied',
  next: 'What happens next.',

  size,
  remove: 'Remove',
  removed: (name: string) => `${name} removed.`,
  waiting: 'Waiting',
  sent: 'Sent',
  cancel: 'Cancel',
  tryAgain: 'Try again',
  leaveOut: 'Leave it out',
  goingUp: 'Your files are still going up. Please keep this page open.',
  allUp: (count: number) => (count === 1 ? 'Your file was sent, too.' : 'Your files were sent, too.'),
  someNot: 'Not every file went through. Your enquiry is safe.',

  /** Why a file isn't sent, and the way out; by the proxy's code where there is one. */
  fileProblem(code: string, name: string, { max_files, max_bytes }: AttachmentLimits): string {
    switch (code) {
      case 'empty':
        return 'This file is empty. Choose it again, or another one.';
      case 'unreadable':
        return 'This can’t be read. If it is a folder, choose the files in it.';
      case 'media':
        return 'Video and audio can’t be sent. Put a still in a PDF, or describe it above.';
      case 'unsupported-media-type':
        return /\.(pdf|png|gif|jpe?g)$/i.test(name)
          ? `“${name}” isn’t a PDF, JPEG, PNG or GIF inside. Open it, save it as a PDF, and choose that.`
          : 'This kind of file can’t be sent. Save it as a PDF, and choose that.';
      case 'too-large':
        return `This is over ${size(max_bytes)}. Make it smaller, or send a part of it.`;
      case 'too-many-attachments':
        return max_files === 1
          ? 'Only one file can be sent. Remove the other to make room for this one.'
          : `Only ${max_files} files can be sent. Remove another to make room for this one.`;
      case 'cancelled':
        return 'Not sent. Your enquiry is safe.';
      default:
        return 'Didn’t go through. Your enquiry is safe.';
    }
  },
};

/** Bytes as people read them: `2.4 MB`. */
function size(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1024)} kB` : `${Number((bytes / 1_048_576).toFixed(1))} MB`;
}
