#!/bin/sh
# Runs a command of the proxy as its user and with its settings: "enquiry status". Relative paths are in the folder below.
folder=/var/lib/enquiry-proxy/copies
install -d -m 700 -o enquiry-proxy -g enquiry-proxy "$folder" && cd "$folder" || exit 2
set -a && . /etc/enquiry-proxy/enquiry.env
ENQUIRY_DATA=/var/lib/enquiry-proxy ENQUIRY_API_PASSWORD_FILE=/etc/enquiry-proxy/enquiry-api-password
umask 077 && exec runuser -u enquiry-proxy -- enquiry-proxy "$@"
