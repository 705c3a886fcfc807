import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { moduleRules } from '../rspack-preset.ts'
import { runCompiler } from '../run-compiler.ts'

/** The text of the script that stands in the HTML itself. It is small and asks for nothing. */
export async function buildHold(dir: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'checkin-hold-'))
  try {
    await runCompiler({
      context: dir,
      mode: 'production',
      target: ['web', 'es2022'],
      entry: { hold: './src/first-screen/hold.ts' },
      output: { path: folder, filename: 'hold.js' },
      resolve: { extensions: ['.ts', '.tsx', '.js'] },
      module: { rules: moduleRules(dir, 'shell', '0.0.0') },
    })
    const text = await readFile(join(folder, 'hold.js'), 'utf8')
    if (text.includes('</script') || text.length > 6000) throw new Error(`The script in the HTML has ${text.length} characters, or would end its element`)
    return text
  } finally {
    await rm(folder, { recursive: true })
  }
}
