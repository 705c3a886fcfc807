import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from './ownership.ts'

const classesOf = (file: string): string[] => [...new Set([...readFileSync(join(projectRoot, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/\.([a-z][\w-]*)(?=[^{}]*\{)/g)].map(([, name = '']) => name))]

it('no two stylesheets of shared packages use one class name: a module that has both would mix their rules', () => {
  const files = globSync('shared/*/src/**/*.module.css', { cwd: projectRoot })
  const names = files.flatMap(classesOf)
  expect(files.length).toBeGreaterThan(1)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
