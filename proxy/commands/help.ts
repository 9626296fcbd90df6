/** The output of `--help`. */
export const help = `enquiry-proxy stores enquiries and forwards them to the enquiry API.

Usage: enquiry-proxy [command] [options]        (or: npx enquiry-form …)

Commands:
  serve                     Run the proxy (default)
  init                      Write a config, the settings and the tags for a page, from five answers. Asks for
                            those that are missing
      --page URL              the address of the website
      --label TEXT            the title of the form
      --proxy URL             where visitors reach the proxy
      --api-url URL           the address of the enquiry API
      --api-username NAME     the user name at the enquiry API
      --to FOLDER             default: this folder
      --force                 overwrite existing files
  demo                      Run the form, the proxy and a stand-in enquiry API on this computer. "demo --help"
                            lists its options
  check                     Check the settings, the store and the login to the enquiry API, without creating
                            anything
      --config FILE           check only this config file
  status                    Show whether everything is being delivered, and what needs you. Exit codes: 0: nothing;
                            1: a person must do something; 2: the status can't be read
  outbox list               List waiting and held enquiries, oldest first
      --state STATE           only those in this state: waiting, held, delivered, test or
                              quarantined
  outbox show REFERENCE     Show an enquiry and its attachments, with the visitor's data
  outbox retry REFERENCE    Retry now
  outbox release REFERENCE  Release a held enquiry (possible duplicates are marked), or deliver a quarantined one
      --all                   instead of REFERENCE: all quarantined enquiries, after asking
      --since TIME            with --all: only those that arrived in the last 2h or 7d, or since 2026-02-01T14:30
      --yes                   don't ask
  outbox export REFERENCE   Copy an enquiry and its files to a folder
      --to FOLDER             default: ./REFERENCE
  outbox drop REFERENCE     Delete an enquiry and its files, after asking and writing a copy
      --to FOLDER             the folder for the copy; default: ./REFERENCE
      --no-copy               write no copy, as for an erasure request
      --all, --since TIME     as above; the copies are in folders named after the references
      --yes                   don't ask
  outbox orphans            List orphaned files: spooled files without a delivery
  outbox adopt FILE         Attach an orphaned file to its enquiry again
  outbox drop FILE          Delete an orphaned file, after asking
  outbox adopt              Replace a lost outbox with the new one. Its files become orphaned files
  test-link --page URL      Print the page's address with a test link. It's valid for an hour. Enquiries sent
                            through it are stored, but never delivered
  snippet --page URL        Print the tags that put the forms on this page, and a line that measures their height
      --case-type NAME        only this case type; can be repeated. Default: all
      --lang TAG              the language of the questions; default: the config's
      --proxy URL             where visitors reach the proxy; default: ENQUIRY_PUBLIC_ORIGIN
      --pinned                let browsers check the integrity of every script
  report                    Count the accepted enquiries. Days are in UTC
      --since TIME            the last days, such as 30d (default), or a first day, such as 2026-02-01
      --by DIMENSION          day (default), site, case-type, campaign or referer
      --csv                   print CSV for a spreadsheet
  ids                       Compare the config's question ids with the lock file. Fails when a published
                            question was removed, changed its type or lost an option
      --accept                update the lock file
      --lock FILE             default: enquiry.ids.json beside the config
  openapi                   Print the OpenAPI description of the proxy's HTTP API

Options:
  --json                    Print one JSON object per line
  --help, -h                Print this help
  --version                 Print the version

Exit codes: 0: OK; 1: problems found; 2: usage error.
Settings come from environment variables and from the config file that ENQUIRY_CONFIG names.
`;
