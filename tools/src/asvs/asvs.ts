import { identities } from './identities.ts'
import { interfaces } from './interfaces.ts'
import { operation } from './operation.ts'
import type { AsvsRow } from './row.ts'

/** Every requirement of level 1 and 2, in the standard's order. */
export const asvsRows: readonly AsvsRow[] = [...interfaces, ...identities, ...operation]

const chapters: Readonly<Record<string, string>> = {
  1: 'Encoding and sanitization', 2: 'Validation and business logic', 3: 'Web frontend', 4: 'API and web service', 5: 'Files', 6: 'Authentication', 7: 'Sessions', 8: 'Authorization', 9: 'Self-contained tokens',
  10: 'OAuth and OpenID Connect', 11: 'Cryptography', 12: 'Secure communication', 13: 'Configuration', 14: 'Data protection', 15: 'Secure coding and architecture', 16: 'Logging and errors', 17: 'WebRTC',
}

const link = (path: string): string => `[${path.split('/').at(-1) ?? path}](${path.startsWith('docs/') ? path.slice('docs/'.length) : `../${path}`})`

/** docs/asvs.md. */
export function asvsPage(): string {
  const count = (state: AsvsRow['state']): number => asvsRows.filter((row) => row.state === state).length
  const apply = count('held') + count('not held')
  const tables = Object.entries(chapters).map(([number, name]) => {
    const rows = asvsRows.filter(({ id }) => id.startsWith(`${number}.`))
    return `## ${number} ${name}\n| id | level | | by what, or why not | proof |\n|---|---|---|---|---|\n${rows.map(({ id, level, state, words, proofs = [] }) => `| ${id} | ${level} | ${state === 'not held' ? '**not held**' : state} | ${words} | ${proofs.map(link).join(', ')} |`).join('\n')}\n`
  })
  return `# OWASP ASVS 5.0, levels 1 and 2

Made from \`tools/src/asvs\` (\`npm run check -- --write\`). Numbers are those of the [OWASP Application Security Verification Standard 5.0.0](https://github.com/OWASP/ASVS/tree/v5.0.0) (OWASP Foundation, CC BY-SA 4.0), whose text says what each asks for; the words here are ours. It is an
assessment by the project itself: nobody outside it has looked at it. A test sees that every number has a row, and that every proof exists; whether a proof proves is for its reader to judge.

Of ${asvsRows.length} requirements ${apply} apply: **${count('held')} held, ${count('not held')} not held**; ${count('does not apply')} do not apply.

${tables.join('\n')}`
}
