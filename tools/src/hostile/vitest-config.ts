import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@checkin/tooling/ownership'
import { defineConfig } from 'vitest/config'
import { defences } from './defences.ts'

const without = defences.find(({ name }) => name === process.env['CHECKIN_HOSTILE_WITHOUT'])

/** The bench, with one defence replaced in its source as it is loaded: no file is changed, and nothing in the product knows of it. */
export default defineConfig({
  root: projectRoot,
  plugins: without ? [{
    name: 'without a defence', enforce: 'pre',
    load(id) {
      if (id !== join(projectRoot, without.file)) return null
      return readFileSync(id, 'utf8').replace(without.before, () => without.after)
    },
  }] : [],
  test: {
    // What is kept between runs knows nothing of the defence that is out.
    fsModuleCache: false,
    include: without ? [without.test] : ['services/**/hostile/*.test.ts'], environment: 'node', isolate: false, testTimeout: 180_000, hookTimeout: 300_000,
    globalSetup: [join(projectRoot, 'shared/server/src/testing/postgres-once.ts')],
  },
})
