import { completionScript, shells } from './completion.ts'
import { command, synopsis } from './declare.ts'
import { CommandError } from './output.ts'
import { helpOf } from './parser.ts'

export const completionCommand = command({
  name: 'completion', says: 'Prints a script that makes a shell complete commands, options and files', args: { shell: { takes: 'one', says: shells.join(', '), offers: shells } },
  examples: ['completion bash', 'completion fish'], json: [], jsonMore: 'the shell and its script',
  run: ({ commands }, { args: { shell: given } }) => {
    const shell = shells.find((each) => each === given)
    if (shell === undefined) throw new CommandError(`The shell must be one of ${shells.join(', ')}`)
    const script = completionScript(shell, commands)
    return Promise.resolve({ data: { shell, script }, text: script })
  },
})

export const helpCommand = command({
  name: 'help', says: 'Shows all commands, or the arguments, options and examples of one', args: { command: { takes: 'any', says: 'Its words, set or token new' } },
  examples: ['help', 'help set', 'help token new'], json: [], jsonMore: 'name, what it does, synopsis and examples of each command',
  run: ({ commands }, { args: { command: names } }) => {
    const text = helpOf(names, commands)
    const named = commands.all.filter(({ name }) => names.length === 0 || name === names.join(' ') || name.startsWith(`${names.join(' ')} `))
    return Promise.resolve({ data: { commands: named.map((each) => ({ name: each.name, says: each.says, synopsis: synopsis(each), examples: each.examples })) }, text })
  },
})
