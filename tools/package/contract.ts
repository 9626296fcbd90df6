// `enquiry-form/contract`: the types that the widget and the proxy exchange, and the check that both run.
export * from '../../proxy/contract/attribution.ts';
export * from '../../proxy/contract/check-enquiry.ts';
export * from '../../proxy/contract/definition.ts';
export * from '../../proxy/contract/enquiry.ts';
export * from '../../proxy/contract/enquiry.ts';
export * from '../../proxy/contract/normalise.ts';
export * from '../../proxy/contract/question-types.ts';
export * from '../../proxy/contract/rules.ts';
