// The script that the proxy serves as `enquiry-form.js`.
import { EnquiryForm } from './enquiry-form.ts';
import { mount } from './mount.ts';

export { EnquiryForm, mount };

// A second script on the page passes its definitions to the class that is already defined.
if (!customElements.get('enquiry-form')) customElements.define('enquiry-form', EnquiryForm);
mount();
// An async script may run before the page is complete.
addEventListener('DOMContentLoaded', () => mount());
