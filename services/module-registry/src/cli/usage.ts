/** What `rollout` can do. */
export const usage = `rollout publish <module dir> [--version 1.2.0]
rollout list
rollout status [<tenant>]
rollout why <tenant> [--session <visit>] [--language pt] [--device phone|tablet|desktop] [--staff] [--source broker]
rollout set <tenant|--all> payment@1.2.0 [offers@^1.1 …] [--setting driver.usualAge=40 …] [--percent 10] [--rule staff:100 --rule source=broker:20 …] [--at 2026-12-01T03:00] [--dry-run] [--reason "…"]
rollout back <tenant> [--to <revision>] [--reason "…"]
rollout kill payment@1.2.0 [--reason "…"]
rollout changes [--everything] | approve <change> | reject <change> [--reason "…"]
rollout plan <file.json> | plans | pause <plan> | resume <plan> | abort <plan>
rollout freeze [<tenant|--all>] [--from 2026-12-24T18:00] [--until …] [--weekly --from "fri 18:00" --until "mon 06:00"] [--reason "…"]
rollout unfreeze <tenant|--all>
rollout preview <tenant> payment@1.3.0 [--hours 4] | preview <tenant> --staff
rollout label payment@1.4.0 stable | default payment@stable
rollout tenant <tenant> [--zone Europe/Lisbon] [--protect yes|no] [--rehearsed yes|no]
rollout settings <tenant> [driver.usualAge=40 …] [--reason "…"]
rollout health [<tenant>] [--minutes 60] | errors [<tenant>] [--module payment] [--limit 100] | live [--minutes 5]
rollout levels [--minutes 360]
rollout trace K7QF-2M9X [--preview [--hours 4]]
rollout audit [--limit 100]
rollout token new --label <name> --role publisher|operator|approver|viewer [--for <person>] [--module payment] [--tenant <tenant> …] [--expires 2027-01-31] [--hash <hash>]
rollout token list | make | revoke <label> | narrow <label> [--tenant <tenant> …] [--expires <day>] | replace <label> [--hash <hash>]
rollout key list | set <module> <file.pem> | revoke <module> <key>
rollout installation first-approver --operator <person> --approver <person>`
