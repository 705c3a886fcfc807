import { describe, expect, it } from 'vitest'
import * as client from './client/index.ts'
import * as surface from './index.ts'
import * as testing from './testing/index.ts'
import { restVersion } from './version.ts'

describe('what other packages may take', () => {
  it('stays as released: names are only ever added', () => {
    for (const [path, names] of Object.entries({ '.': surface, './client': client, './testing': testing })) expect(Object.keys(names).sort(), path).toMatchSnapshot(path)
  })

  it('has a version in three parts', () => {
    expect(restVersion).toMatch(/^\d+\.\d+\.\d+$/)
  })
})
