// Advice for the operator that names environment variables and is printed by other folders.

/** The cause in the log of a refused upload. */
export const spoolFull = 'spool full: the files in it have reached ENQUIRY_SPOOL_BYTES';

export const changePort = 'set PORT to another one';

/** Advice for failed requests to the enquiry API, by cause. */
export const enquiryApiAdvice = {
  credentials: 'check ENQUIRY_API_USERNAME and ENQUIRY_API_PASSWORD',
  url: 'check ENQUIRY_API_URL',
  network: 'check ENQUIRY_API_URL and the network',
  privateCa: 'trust a private CA with NODE_EXTRA_CA_CERTS',
};
