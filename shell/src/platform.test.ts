// @vitest-environment node
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { coreKeys, lazyKeys } from '@checkin/tooling/share-keys'

const text = readFileSync(new URL('./platform.ts', import.meta.url), 'utf8')
/** The client is given as what makes its effects when they are read. */
const imported = [...text.matchAll(/^import (?:\* as \w+|\{ client \}) from '([^']+)'$/gm)].map((match) => match[1]?.replace(/-on-demand$/, ''))
const loaded = [...text.matchAll(/^ +'([^']+)': \(\) => import\((?:\/\* webpackChunkName: "contract" \*\/ )?'([^']+)'\),$/gm)]

describe('the shell’s platform', () => {
  it('has every key of the core in its first script', () => {
    expect(imported.toSorted()).toEqual([...coreKeys()].sort())
  })

  it('has every lazy module, each under its own name', () => {
    expect(loaded.map((match) => match[1])).toEqual([...lazyKeys()].sort())
    for (const [, key, source] of loaded) expect(source).toBe(key)
  })
})
