import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { rspack, type Configuration } from '@rspack/core'
import { candidates, controls, keyOf, type Candidate, type Control } from './names.ts'

const kitImports = (root: string): Readonly<Record<string, string>> => ({
  '@checkin/ui': join(root, 'shared/ui/src'),
  '@checkin/i18n$': join(root, 'shared/i18n/src/index.ts'),
  ...Object.fromEntries(['react', 'react-dom', 'dayjs'].map((name) => [name, join(root, 'shared/ui/node_modules', name)])),
})

const entryOf = (file: string, control: Control, candidate: Candidate): string => [
  `import { ${control} as Control } from ${JSON.stringify(file)}`,
  ...(candidate === 'ours' ? ["import '@checkin/ui/styles/styles.css'", "import { initI18n } from '@checkin/i18n'", "await initI18n({ language: 'en' })"] : []),
  "import { createElement } from 'react'",
  "import { createRoot } from 'react-dom/client'",
  'window.values = []',
  "createRoot(document.getElementById('app')).render(createElement(Control, { report: (value) => { window.values.push(value) } }))",
  "document.documentElement.dataset.ready = ''",
].join('\n')

function configuration(root: string, folder: string, installed: string, kind: 'pages' | 'weights'): Configuration {
  return {
    context: folder,
    mode: 'production',
    devtool: false,
    entry: Object.fromEntries(candidates.flatMap((candidate) => controls.map((control) => [keyOf(candidate, control), `./${kind}-${keyOf(candidate, control)}.js`]))),
    output: { path: join(folder, kind), filename: '[name].js', cssFilename: '[name].css', publicPath: '' },
    optimization: { splitChunks: false, runtimeChunk: false },
    resolve: { extensions: ['.ts', '.tsx', '.jsx', '.js'], alias: kitImports(root), modules: ['node_modules', installed] },
    // What a control loads late is part of its weight; what is on every page anyway is not.
    ...(kind === 'weights' ? { externalsType: 'commonjs', externals: [/^react(-dom)?(\/|$)/, /^dayjs$/, /^@checkin\/i18n$/] } : {}),
    module: {
      parser: { javascript: { dynamicImportMode: 'eager' } },
      rules: [
        { test: /\.[jt]sx?$/, exclude: /node_modules/, loader: 'builtin:swc-loader', type: 'javascript/auto', options: { jsc: { target: 'es2022', parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } } } } },
        { test: /\.css$/, type: 'css' },
        { test: /\.woff2$/, type: 'asset/resource' },
      ],
    },
    performance: false,
  }
}

const compiled = (wanted: Configuration): Promise<void> => new Promise((done, fail) => {
  rspack(wanted, (error, stats) => {
    if (error || stats?.hasErrors()) fail(error ?? new Error(stats?.toString('errors-only')))
    else done()
  })
})

/** Stylesheets of ours that a control needs beside its script; the others carry theirs in script. */
const styles: Readonly<Record<Control, readonly string[]>> = {
  combobox: ['select', 'fields'], select: ['select', 'fields'], date: ['date-field', 'calendar', 'fields'], dialog: ['feedback', 'controls'], toast: ['feedback'], number: ['choices'],
}

/** Bytes of each candidate's control as browsers load it, compressed with brotli, without React, dayjs and translations. Leaves a page of each below `pages`. */
export async function buildControls(root: string, folder: string, installed: string): Promise<Readonly<Record<string, number>>> {
  await mkdir(join(folder, 'pages'), { recursive: true })
  for (const candidate of candidates) {
    const file = join(root, 'bench/src/controls/candidates', `${candidate}.jsx`)
    for (const control of controls) {
      const key = keyOf(candidate, control)
      await writeFile(join(folder, `pages-${key}.js`), entryOf(file, control, candidate))
      await writeFile(join(folder, `weights-${key}.js`), `import { ${control} } from ${JSON.stringify(file)}\nglobalThis.control = ${control}`)
      await writeFile(join(folder, 'pages', `${key}.html`), `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${key}</title><link rel="stylesheet" href="${candidate === 'ours' ? key : 'none'}.css"></head><body><main class="ck-app"><h1>Control</h1><div id="app"></div></main><script type="module" src="${key}.js"></script></body></html>`)
    }
  }
  for (const kind of ['pages', 'weights'] as const) await compiled(configuration(root, folder, installed, kind))
  const sizes: Record<string, number> = {}
  for (const candidate of candidates) {
    for (const control of controls) {
      const key = keyOf(candidate, control)
      const files = [join(folder, 'weights', `${key}.js`), ...(candidate === 'ours' ? styles[control].map((name) => join(root, 'shared/ui/src/styles', `${name}.css`)) : [])]
      const parts = await Promise.all(files.map((each) => readFile(each)))
      sizes[key] = parts.reduce((sum, part) => sum + brotliCompressSync(part).length, 0)
    }
  }
  return sizes
}
