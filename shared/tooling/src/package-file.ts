import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

const Names = z.record(z.string(), z.string()).default({})
const PackageFile = z.object({
  name: z.string(), version: z.string(), dependencies: Names, devDependencies: Names, peerDependencies: Names,
  /** Of a package of the workspace: path to source. */
  exports: z.record(z.string(), z.string()).catch({}),
})
export type PackageFile = z.infer<typeof PackageFile>

/** What tools need of a folder's package.json; throws where there is none. */
export const readPackageFile = (folder: string): PackageFile => PackageFile.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
