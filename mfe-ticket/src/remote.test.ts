import { languages } from '@checkin/i18n'
import { describe, expect, it } from 'vitest'
import { manifest } from '../remote.manifest.ts'
import { remote } from './remote.ts'

describe('mfe-ticket', () => {
  it('has exactly the steps that its manifest promises', () => {
    expect(remote.name).toBe(manifest.name)
    expect(remote.steps.map((step) => step.name)).toEqual(manifest.steps)
  })

  it('has exactly the events by which its screens lead on', () => {
    expect(remote.steps.map((step) => Object.keys(step.events ?? {}))).toEqual((manifest.screens ?? []).map(({ leads }) => Object.keys(leads ?? {})))
  })

  it('has messages in every language', () => {
    expect(Object.keys(remote.words)).toEqual(languages)
  })
})
