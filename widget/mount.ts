import { loadPart } from './client/lazy-part.ts';
import { home } from './served-script.ts';

/** Puts forms in the place of links such as `<a href="https://forms.example.com/forms/personal-injury" data-enquiry-form>`:
 * each gets the form whose page it leads to, with the language and the marketing values in its address. Looks for links below
 * `root`, by default in the whole document. Call it again whenever there are new ones. A link stays as it is until its form
 * can be shown, and for good if it is inside an `<enquiry-form>`, if it doesn't lead to a form of the proxy that served the
 * script (in a bundle: of any proxy), or if that form can't be loaded. */
export function mount(root: ParentNode = document): void {
  if (!root.querySelector('a[data-enquiry-form]')) return;
  loadPart(() => import('./takeover/takeover.ts')).then(
    ({ takeOverLinks }) => takeOverLinks(root, home),
    () => {}, // The network failed, which the browser reports. The links lead to the forms' own pages.
  );
}
