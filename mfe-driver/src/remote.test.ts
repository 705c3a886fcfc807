import { languages } from '@checkin/i18n'
import { describe, expect, it } from 'vitest'
import { manifest } from '../remote.manifest.ts'
import * as exposed from './exposed.ts'
import { remote } from './remote.ts'

describe('mfe-driver', () => {
  it('brings exactly the steps that its manifest promises', () => {
    expect(remote.name).toBe(manifest.name)
    expect(remote.steps.map((step) => step.name)).toEqual(manifest.steps)
  })

  it('has words in every language (DEC-112)', () => {
    expect(Object.keys(remote.words)).toEqual(languages)
  })

  it('is what its container exposes, and nothing else', () => {
    expect({ ...exposed }).toEqual({ remote })
  })
})
