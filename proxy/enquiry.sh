#!/bin/sh
# Runs a command of the proxy as its user and with its settings: "enquiry status", or "enquiry @firm status" for an instance of
# enquiry-proxy@.service. Relative paths are in the folder below.
name=enquiry-proxy
case "$1" in @*) name="$name-${1#@}" && shift ;; esac
folder="/var/lib/$name/copies"
install -d -m 700 -o "$name" -g "$name" "$folder" && cd "$folder" || exit 2
set -a && . "/etc/$name/enquiry.env"
ENQUIRY_DATA="/var/lib/$name" ENQUIRY_API_PASSWORD_FILE="/etc/$name/enquiry-api-password"
umask 077 && exec runuser -u "$name" -- enquiry-form "$@"
