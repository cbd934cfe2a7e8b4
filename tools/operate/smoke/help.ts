/** What `--help` prints. */
export const HELP = `Checks a deployed stage over HTTP.

  npm run smoke -- --url URL [--sid SID --uid UID] [--sn SN --firmware-id ID [--start]]

  --url URL          base URL of the stage: the stack's output ApiUrl
  --sid, --uid       cookies of an administrator's session, for the checks that need one; better given as SMOKE_SID
                     and SMOKE_UID in the environment, since npm prints its command line and shells remember it
  --sn SN            a registered device; its list is checked too, with the session
  --firmware-id ID   a firmware that fits the device, for --start
  --start            START THE UPGRADE of the device, and ask again to see it told as a repeat; nothing is ever
                     started without this
  --timeout SECONDS  for each check, 15 if not given
  --json             print one JSON object instead of lines
  --help             print this

Exit code: 0 all checks passed, 1 one failed, 2 the command line makes no sense.`;
