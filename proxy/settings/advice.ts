// Advice for the operator that names environment variables and is printed by other folders.

/** The cause in the log of a refused upload. */
export const spoolFull = 'spool full: the files in it have reached ENQUIRY_SPOOL_BYTES';

/** The cause in the log of a refused upload. */
export const diskAlmostFull =
  'disk almost full: files must leave 5 % of the disk of ENQUIRY_DATA, or 256 MiB, free for enquiries';

/** The cause in the log of a refused enquiry. */
export const outboxFull = 'outbox full: the undelivered enquiries have reached ENQUIRY_OUTBOX_MOST';

export const noTrustedHops =
  'limits per address do not apply, because the proxy listens on loopback and visitors come through a web server: set TRUSTED_PROXY_HOPS to the number of your web servers';

export const changePort = 'set PORT to another one';

/** Advice for failed requests to the enquiry API, by cause. */
export const enquiryApiAdvice = {
  credentials: 'check ENQUIRY_API_USERNAME and ENQUIRY_API_PASSWORD',
  url: 'check ENQUIRY_API_URL',
  network: 'check ENQUIRY_API_URL and the network',
  privateCa: 'trust a private CA with NODE_EXTRA_CA_CERTS',
};
