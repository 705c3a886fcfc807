import { describe, expect, it } from 'vitest'
import { manifest } from '../remote.manifest.ts'
import { remote } from './remote.ts'

const placeholders = (text: string): readonly string[] => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).sort()

describe('mfe-verification', () => {
  it('brings exactly the steps that its manifest promises', () => {
    expect(remote.name).toBe(manifest.name)
    expect(remote.steps.map((step) => step.name)).toEqual(manifest.steps)
  })

  it('keeps a French sign on the line of its word', async () => {
    const { default: words } = await remote.words.fr()
    expect(Object.entries(words).filter(([, text]) => / [?!;:»]/.test(text))).toEqual([])
  })

  it('has the same words with the same placeholders in every language, none empty (SHELL-80)', async () => {
    const [en, pt, fr] = await Promise.all([remote.words.en(), remote.words.pt(), remote.words.fr()])
    for (const words of [pt.default, fr.default]) {
      expect(Object.keys(words)).toEqual(Object.keys(en.default))
      for (const [key, text] of Object.entries(words)) expect([key, placeholders(text), text.trim() !== '']).toEqual([key, placeholders(en.default[key] ?? ''), true])
    }
  })
})
