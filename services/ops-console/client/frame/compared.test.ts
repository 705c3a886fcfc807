import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

const read = (path: string): Promise<string> => readFile(new URL(path, import.meta.url), 'utf8')
const found = (text: string, pattern: RegExp): readonly string[] => [...text.matchAll(pattern)].map(([, path = '']) => path).sort()

it('every page of the console is compared with good examples in docs/console-compared.md, once, and no other', async () => {
  const routes = found(await read('./console.tsx'), /<Route path="(\/[^"]*)"/g)
  expect(routes.length).toBeGreaterThan(20)
  expect(found(await read('../../../../docs/console-compared.md'), /^\| `(\/[^`]*)` \|/gm)).toEqual(routes)
})
