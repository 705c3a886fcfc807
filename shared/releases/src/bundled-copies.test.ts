import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { bundledCopies } from './bundled-copies.ts'

const ofTheShell = createRequire(new URL('../../../shell/package.json', import.meta.url))
const ofFolder = (name: string, file: string): string => ofTheShell.resolve(name).replace(/index\.js$/, file)

describe('a copy of what the shell shares is known by what it contains (ROL-11)', () => {
  it.each([
    ['react', ofFolder('react', 'cjs/react.production.js')],
    ['react-dom', ofFolder('react-dom', 'cjs/react-dom.production.js')],
    ['effector', ofTheShell.resolve('effector')],
    ['i18next', ofTheShell.resolve('i18next')],
  ])('%s as it is installed', (name, file) => {
    expect(bundledCopies(readFileSync(file, 'utf8'))).toEqual([name])
  })

  it('and not by asking for it', () => {
    expect(bundledCopies('const internals = React.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE; if (internals.H === null) throw 1')).toEqual([])
  })
})
