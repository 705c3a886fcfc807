import { holds } from '@checkin/testing/hostile'
import { expect, it } from 'vitest'
import { createImageReader } from '../../src/documents/images/image-reader.ts'
import { hostileFiles, marker, photo } from '../fixtures/hostile-files.fixture.ts'

it('no hostile file is kept as it came: it is refused, or only what it shows is drawn anew (DEC-247, DRIVER-62)', () => holds('hostile images', async (tried) => {
  const reader = createImageReader()
  try {
    for (const { name, file, fate } of await hostileFiles()) {
      const read = await reader.read(file)
      tried(name, read.kind === 'read' && (fate === 'refused' || read.bytes.includes(marker) || read.bytes.equals(file)))
    }
    expect((await reader.read(await photo(40, 30).png().toBuffer())).kind).toBe('read')
  } finally {
    reader.stop()
  }
}))
