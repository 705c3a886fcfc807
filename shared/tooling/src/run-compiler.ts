import { rspack } from '@rspack/core'
import type { Configuration, Stats } from '@rspack/core'

/** Runs a build once. A warning is a failure too: an import that does not exist is one, and shows only in the browser. */
export const runCompiler = (config: Configuration): Promise<Stats> =>
  new Promise((done, fail) => {
    const compiler = rspack(config)
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error) return fail(error)
        if (!stats) return fail(new Error('The build ended without a result'))
        if (stats.hasErrors() || stats.hasWarnings()) return fail(new Error(stats.toString({ all: false, errors: true, warnings: true, colors: false })))
        done(stats)
      })
    })
  })
