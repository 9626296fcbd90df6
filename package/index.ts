// `enquiry-form`: defines the element. Does nothing on a server.
import { EnquiryForm } from './element.ts';

export * from './element.ts';

const registry: CustomElementRegistry | undefined = globalThis.customElements;
if (!registry?.get('enquiry-form')) registry?.define('enquiry-form', EnquiryForm);
