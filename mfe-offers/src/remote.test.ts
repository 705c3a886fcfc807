import { describe, expect, it } from 'vitest'
import { manifest } from '../remote.manifest.ts'
import { remote } from './remote.ts'

describe('mfe-offers', () => {
  it('brings exactly the steps that its manifest promises', () => {
    expect(remote.name).toBe(manifest.name)
    expect(remote.steps.map((step) => step.name)).toEqual(manifest.steps)
  })

  it('has the same words in every language', async () => {
    const [en, pt, fr] = await Promise.all([remote.words.en(), remote.words.pt(), remote.words.fr()])
    expect(Object.keys(pt.default).sort()).toEqual(Object.keys(en.default).sort())
    expect(Object.keys(fr.default).sort()).toEqual(Object.keys(en.default).sort())
  })
})
