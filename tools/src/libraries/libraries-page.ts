import { contractVersions, libraries, programs, type Contract } from './libraries.ts'

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const saysOf: Readonly<Record<Contract, string>> = {
  shell: 'what the shell gives to modules', flow: 'events and the state that modules read', rest: 'calls of the renter API', ui: 'controls, styles, forms, messages',
}

/** The text of docs/packages.md: packages for other repositories, their numbers, and which shells run what was built with them. */
export async function librariesPage(root: string): Promise<string> {
  const versions = await contractVersions(root)
  const fits = (contract: Contract): string => {
    const [major = '0', minor = '0'] = versions[contract].split('.')
    return row([contract, saysOf[contract], versions[contract], `\`^${major}.${minor}.0\``, `${contract} ${versions[contract]} to below ${Number(major) + 1}.0.0`])
  }
  return `# Packages for other repositories

Made by \`npm run check -- --write\`; \`npm run check\` compares. A module may live in any repository: it installs the contracts and kits as packages, and \`npx create-checkin-module parking\` makes it with its pipeline ([new-team.md](new-team.md#a-repository-of-its-own)).

\`npm run packages\` makes them in \`dist/libraries\`, \`npm run packages -- --publish https://packages.example.com\` puts them into a registry for npm packages. A version that is there already is left alone; with other content it is refused.

## Numbers
A package has the number of the contract that it is part of, and contracts change by the rules of [semantic versions](rollouts.md#semantic-versions): within a major number everything that was there stays. Packages ask for each other by \`^\`, and for what the shell shares (React, effector, i18next, dayjs) as peers, so that there is one of each.

## What fits
A module that was built with the packages of this release, and that uses what is new in it, says so in \`needs\` of its \`remote.manifest.ts\`; an older range lets it run in older shells too. The registry refuses a set where the shell does not give what is asked for.

| contract | is | in this release | \`needs\` for all of it | runs in shells that give |
|---|---|---|---|---|
${(['shell', 'flow', 'rest', 'ui'] as const).map(fits).join('\n')}

## Packages
| package | for | contract | number |
|---|---|---|---|
${libraries.map(({ name, says, contract }) => row([`\`${name}\``, says, contract, versions[contract]])).join('\n')}
${programs.map((name) => row([`\`${name}\``, name === '@checkin/rollout' ? 'the command line: publish, set, roll back' : 'makes a module\'s repository', 'shell', versions.shell])).join('\n')}
`
}
