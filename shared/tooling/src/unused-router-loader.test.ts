import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rspack } from '@rspack/core'
import { describe, expect, it } from 'vitest'
import { runInTemporaryFolder } from './compiler.ts'
import { projectRoot } from './ownership.ts'
import { moduleRules } from './rspack-preset.ts'

const shell = join(projectRoot, 'shell')

describe('a build of what uses the router (ECO-14)', () => {
  const builtText = (imported: string): Promise<string> => runInTemporaryFolder((folder) => ({
    context: shell,
    mode: 'production',
    target: ['web', 'es2022'],
    entry: `data:text/javascript,import { ${imported} } from 'react-router'; globalThis.shown = [${imported}]`,
    output: { path: folder, filename: 'main.js' },
    resolve: { modules: [join(shell, 'node_modules'), 'node_modules'] },
    externals: { react: 'var globalThis.react', 'react-dom': 'var globalThis.reactDom' },
    module: { rules: moduleRules(shell, 'shell', '1.0.0') },
    optimization: { minimizer: [new rspack.SwcJsMinimizerRspackPlugin()] },
    performance: false,
  }), (folder) => Promise.resolve(readFileSync(join(folder, 'main.js'), 'utf8')))

  it('has links where it shows some, and leaves them out where it does not', async () => {
    expect(await builtText('BrowserRouter, Link')).toContain('data-discover')
    const without = await builtText('BrowserRouter, useLocation')
    expect(without).toContain('popstate')
    expect(without).not.toContain('data-discover')
  })
})
