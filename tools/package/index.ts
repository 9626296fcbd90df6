// `enquiry-form`: defines the element. On a server there is no registry, or only the one that Lit brings.
import { EnquiryForm } from './element.ts';

export * from './element.ts';

const registry: CustomElementRegistry | undefined = globalThis.customElements;
if (!registry?.get('enquiry-form')) registry?.define('enquiry-form', EnquiryForm);
