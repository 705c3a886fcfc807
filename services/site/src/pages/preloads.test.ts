import type { ReleaseSet } from '@checkin/releases'
import { expect, test } from 'vitest'
import { preloadsFor } from './preloads.ts'

const manifest = (name: string, files: readonly string[], more: object) =>
  ({ name, version: '1.0.0', entry: files[0], initial: [], styles: [], words: {}, consumes: [], files: files.map((path) => ({ path, integrity: `sha384-${path}` })), ...more })

const set = {
  shell: manifest('shell', ['main.js', 'start.js', 'en.js', 'contract.js', 'select.js'], { initial: ['start.js'], words: { en: ['en.js'] }, provides: { '@checkin/api': ['contract.js'], '@checkin/ui/select': ['select.js'] } }),
  modules: {
    finds: manifest('finds', ['remoteEntry.js', 'remote.js'], { initial: ['remote.js'], firstConsumes: [], consumes: ['@checkin/api', '@checkin/ui/select'] }),
    knows: manifest('knows', ['remoteEntry.js'], { firstConsumes: ['@checkin/api'], consumes: ['@checkin/api'] }),
  },
} as unknown as ReleaseSet

const asked = (moduleName: string | null, callsAtOnce: boolean) => preloadsFor(set, { moduleName, language: 'en', callsAtOnce }).map(({ href }) => href.split('/').at(-1))

test('the contract of the API is asked for ahead by pages that call at once, and by modules that need it to start (decision 0301)', () => {
  expect(asked('finds', false)).toEqual(['start.js', 'en.js', 'remoteEntry.js', 'remote.js'])
  expect(asked('finds', true)).toEqual(['start.js', 'en.js', 'contract.js', 'remoteEntry.js', 'remote.js'])
  expect(asked('knows', true)).toEqual(['start.js', 'en.js', 'contract.js', 'remoteEntry.js'])
  expect(asked(null, true)).toEqual(['start.js', 'en.js', 'contract.js'])
})
