import { containerRuntime } from './rspack-preset.ts'

/** A loader for the module by which the federation plugin starts each container: a container of ours takes a runtime of its own in its place (decision 0293). */
export default function containerRuntimeLoader(): string {
  return `import ${JSON.stringify(containerRuntime)}\n`
}
