/** What `--help` prints. */
export const HELP = `Holds a deployment to the interface, rule by rule, over HTTP: a stage of this project or any other.

  npm run conformance -- --url URL --admin-sid SID --admin-uid UID --sn SN --firmware-id ID
                         [--user-sid SID --user-uid UID] [--other-sn SN] [--unavailable-firmware-id ID] [--start]

  --url URL                  base URL of the deployment
  --admin-sid, --admin-uid   cookies of an administrator's session; better given as CONFORMANCE_ADMIN_SID and
                             CONFORMANCE_ADMIN_UID in the environment, since npm prints its command line
  --user-sid, --user-uid     cookies of a user without administrative rights, or CONFORMANCE_USER_SID and
                             CONFORMANCE_USER_UID; without them rule 3 of 4.2 is not checked
  --sn SN                    a registered device, online, that the firmware fits
  --firmware-id ID           an available firmware
  --other-sn SN              a registered device of another product, for rule 2 of 4.2
  --unavailable-firmware-id ID  a firmware that is registered but not available, for rule 1 of 4.2
  --start                    START THE UPGRADE of the device; nothing is ever started without this
  --timeout SECONDS          for each check, 15 if not given
  --json                     print one JSON object instead of lines
  --help                     print this

Every answer is also validated against docs/openapi.yaml.
Exit code: 0 all checks passed, 1 one failed, 2 the command line makes no sense.`;
