import { attackClasses, type AttackFound } from '@checkin/testing/hostile-classes'
import type { Defence } from './defences.ts'

/** A defence that was taken out, and what came through then. */
export interface TakenOut {
  readonly defence: Defence
  readonly through: readonly string[]
}

/** docs/hostile-clients.md, of a run of the whole bench. */
export function hostilePage(found: readonly AttackFound[], takenOut: readonly TakenOut[]): string {
  const rows = Object.keys(attackClasses).map((attack) => {
    const one = found.find((each) => each.attack === attack)
    return one ? `| ${attack} | ${one.tries} | ${one.through.length} |` : `| ${attack} | not tried | |`
  })
  const sum = found.reduce((all, { tries }) => all + tries, 0)
  return `# Hostile clients

Made by \`npm run hostile\`. The servers run on a real database and are attacked from outside, class by class ([DEC-247](spec/decisions.md#DEC-247)); \`npm test\` runs all of it as well, of the attacks in a browser a part. What was once possible
and is not any more stands in [security findings](security-findings.md); attacks inside of a browser (\`e2e/hostile\`) are made twice, and count where they work without the defence ([DEC-298](spec/decisions.md#DEC-298)); modules against the loader stand in \`shell/test/federation.test.ts\`, slow clients by the thousand in \`services/site/src/proxy/slow-clients.test.ts\`,
lies about versions in \`bench/src/releases/attacks.test.ts\`.

| attack | tries | through |
|---|---:|---:|
${rows.join('\n')}
| all | ${sum} | ${found.reduce((all, { through }) => all + through.length, 0)} |

## Does the bench notice?
Each defence below is replaced in its source while it is loaded, and the bench has to fail at the class named ([DEC-248](spec/decisions.md#DEC-248), \`tools/src/hostile/defences.ts\`).

| without: | source | class | through then |
|---|---|---|---:|
${takenOut.map(({ defence, through }) => `| ${defence.name} | \`${defence.file.replace(/^(?:services|shared)\//, '')}\` | ${defence.attack} | ${through.length} |`).join('\n')}
`
}
