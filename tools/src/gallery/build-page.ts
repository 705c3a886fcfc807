import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildDevPage } from '@checkin/testing/dev-page'
import { projectRoot, readOwnership } from '@checkin/tooling/ownership'

/** The table of each module that has screens; a new module's is found by itself. */
const tables = (): readonly string[] => readOwnership().packages.filter(({ layer }) => layer === 'remote').map(({ path }) => join(projectRoot, path, 'src/test/gallery.ts')).filter((file) => existsSync(file))

/** Builds the page of the gallery into `folder` and answers its file: the shell's own page around every module's real screens, with their doubles, and the kit. */
export async function buildGallery(folder: string): Promise<string> {
  const files = tables()
  writeFileSync(join(folder, 'gallery.tsx'), [
    `import { runGallery } from ${JSON.stringify(join(projectRoot, 'shell/src/test/gallery.tsx'))}`,
    ...files.map((file, at) => `import * as module${at} from ${JSON.stringify(file)}`),
    `import * as kit from ${JSON.stringify(join(projectRoot, 'shared/ui/gallery/kit.tsx'))}`,
    `void runGallery([${files.map((_, at) => `module${at}`).join(', ')}], kit)`,
  ].join('\n'))
  await buildDevPage(folder, 'gallery', join(folder, 'page'), { isProduction: true, alias: { vitest$: join(import.meta.dirname, 'no-vitest.ts') } })
  return join(folder, 'page', 'index.html')
}
