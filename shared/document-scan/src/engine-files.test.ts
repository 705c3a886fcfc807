// @vitest-environment node
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { core, model } from './engine-files.ts'

describe('the files of the engine', () => {
  it.each([['core', core], ['model', model]])('%s: the digest that a page asks for is that of the installed file', (_, { address, integrity }) => {
    expect(integrity).toBe(`sha384-${createHash('sha384').update(readFileSync(address)).digest('base64')}`)
  })
})
