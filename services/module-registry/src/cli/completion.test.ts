import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { commands } from './commands.ts'
import { completionScript, shells } from './completion.ts'

/** What bash offers for the last word of a line. */
function offered(...line: string[]): string[] {
  const script = `${completionScript('bash', commands)}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _rollout; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', script, 'bash', 'rollout', ...line], { encoding: 'utf8' }).split('\n').filter((word) => word !== '')
}

it('bash completes commands, words of a group, options, their few values, and folders', () => {
  expect(offered('pu')).toEqual(['publish'])
  expect(offered('token', 're')).toEqual(['revoke', 'replace'])
  expect(offered('set', 'costaverde', '--pe')).toEqual(['--percent'])
  expect(offered('token', 'new', '--role', 'op')).toEqual(['operator'])
  expect(offered('why', 'costaverde', '--device', '')).toEqual(['phone', 'tablet', 'desktop'])
  expect(offered('completion', 'f')).toEqual(['fish'])
  expect(offered('publish', 'servi')).toEqual(['services'])
})

it.each(shells)('%s is told of every command and every option', (shell) => {
  const script = completionScript(shell, commands)
  for (const { name, options } of commands.all) {
    for (const word of name.split(' ')) expect(script).toContain(word)
    for (const option of Object.keys(options)) expect(script).toContain(shell === 'fish' ? `-l ${option} ` : `--${option}`)
  }
})

it('an apostrophe in a sentence ends no quote of a shell', () => {
  expect(completionScript('zsh', commands)).toContain('why:Explains why a tenant\'\\\'\'s sessions')
  expect(completionScript('fish', commands)).toContain('Explains why a tenant\\\'s sessions')
})
