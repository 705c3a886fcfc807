import { describe, expect, it } from 'vitest'
import { publishedAs } from './publish.ts'

/** A registry that has some versions with other content. */
async function publishing(former: string | undefined, taken: readonly string[], refusal = 'mfe-payment@1.0.1 is published with other content; a version never changes (VersionExists)') {
  const asked: string[] = []
  const version = await publishedAs({ version: '1.0.1', digest: 'abcd1234', former }, (asVersion) => {
    asked.push(asVersion)
    return taken.includes(asVersion) ? Promise.reject(new Error(refusal)) : Promise.resolve()
  })
  return { version, asked }
}

describe('what the demo publishes changed sources as', () => {
  it.each([
    ['the version of the package, the first time', undefined, [], '1.0.1'],
    ['the version of the package, when the team raised it', '1.0.0-dev.ffff0000', [], '1.0.1'],
    ['a development version, when an earlier start published that version', '1.0.1', [], '1.0.1-dev.abcd1234'],
    ['a development version, when the team published that version itself and edits on', '1.0.0-dev.ffff0000', ['1.0.1'], '1.0.1-dev.abcd1234'],
  ])('is %s', async (_what, former, taken, version) => {
    expect((await publishing(former, taken)).version).toBe(version)
  })

  it('is nothing when the registry refuses for another reason', async () => {
    await expect(publishing('1.0.0', ['1.0.1'], 'the module weighs too much (TooLarge)')).rejects.toThrow('TooLarge')
  })
})
