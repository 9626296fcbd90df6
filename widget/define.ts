// The script that the proxy serves as `enquiry-form.js`.
import { EnquiryForm } from './enquiry-form.ts';

export { EnquiryForm };

// A second script on the page passes its definitions to the class that is already defined.
if (!customElements.get('enquiry-form')) customElements.define('enquiry-form', EnquiryForm);
