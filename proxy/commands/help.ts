export const help = `enquiry-proxy: keeps enquiries safe on their way to the enquiry API.

Usage: enquiry-proxy [command] [options]        (or: node proxy/main.ts …)

  serve                     Run the proxy. The default.
  check                     Check the settings, the store, the enquiry API and the login, creating nothing.
  outbox list               What waits and what is held, the oldest first.
      --state STATE           only waiting, held or delivered
  outbox show REFERENCE     One enquiry and its attachments, with what the visitor sent.
  outbox retry REFERENCE    Make what waits due now.
  outbox release REFERENCE  Let what is held be sent again. What may have arrived already is marked.
  outbox export REFERENCE   Write an enquiry and its files to a folder.
      --to FOLDER             default: ./REFERENCE
  outbox drop REFERENCE     Delete for good. Asks first, and writes a copy.
      --to FOLDER             where the copy goes; default: ./REFERENCE
      --no-copy               keep none: an erasure request
      --yes                   do not ask
  outbox orphans            List files that no enquiry in the outbox accounts for.
  outbox adopt              Go on with a new outbox when the old one is lost. Its files become orphans.
  outbox adopt FILE         Give an orphaned file back to its enquiry; "outbox drop FILE" deletes it.
  ids                       Compare the config's question ids with the lock file: fails when a published one
                            vanished, changed its type or lost an option.
      --accept                record the config as it is
      --lock FILE             default: enquiry.ids.json beside the config

  --json                    Print JSON, a line each.
  --help                    Print this.

Exit codes: 0 well; 1 something is wrong, and was said; 2 the command was misused.
The settings come from the environment and from the file that ENQUIRY_CONFIG names.
`;
