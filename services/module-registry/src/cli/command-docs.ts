import { argumentText, type Command, type CommandList, optionText, synopsis } from './declare.ts'
import { jsonText } from './parser.ts'

/** Text in a cell of a table. */
const cell = (text: string): string => text.replaceAll('|', '\\|')

function section(command: Command): string {
  const rows = [
    ...Object.entries(command.args).map(([name, spec]) => [argumentText(name, spec), spec.says]),
    ...Object.entries(command.options).map(([name, spec]) => [`${optionText(name, spec)}${spec.takes === 'list' ? ' …' : ''}`, `${spec.says}${spec.needed ? '. It has to be given' : ''}`]),
  ]
  return [
    `## ${command.name}`, `${command.says}.`, '', '```', synopsis(command), ...command.examples.map((example) => `rollout ${example}`).filter((line) => line !== synopsis(command)), '```', '',
    ...(rows.length === 0 ? [] : ['| | |', '|---|---|', ...rows.map(([left = '', right = '']) => `| \`${cell(left)}\` | ${cell(right)} |`), '']),
    `\`--json\`: ${jsonText(command)}.`, '',
  ].join('\n')
}

const anchor = (name: string): string => name.replaceAll(' ', '-')

/** docs/rollout-commands.md, made from the declarations of the commands. */
export const commandDocs = ({ all }: CommandList): string => `# Commands of \`rollout\`
Made from the declarations of the commands by \`node services/module-registry/src/cli/write-docs.ts\`; do not edit. What they are for: [rollouts.md](rollouts.md).

\`rollout\` is \`npm run rollout --\` in this project's folder. For scripts, and for completion, give it a name of its own, without npm's heading:
\`\`\`
alias rollout='npm --prefix /path/to/checkin run --silent rollout --'
eval "$(rollout completion bash)"      # zsh the same; fish: rollout completion fish | source
\`\`\`
With npm's heading off, \`--json\` prints data and nothing else: what the registry's call answers, as \`GET /registry/v1/openapi.json\` of a registry outside production describes it. A refusal goes to standard error, there as the contract's error body with \`code\`.

| exit code | means |
|---|---|
| 0 | done; or it waits for a second person or its hour, as the answer says |
| 1 | refused, with the reason: by the registry, or because the command line, a file or a setting is wrong |
| 2 | a fault of \`rollout\` itself |

A value may begin with a hyphen. An argument that begins with two stands behind \`--\`.

| command | |
|---|---|
${all.map(({ name, says }) => `| [${name}](#${anchor(name)}) | ${cell(says)} |`).join('\n')}

${all.map(section).join('\n')}`
