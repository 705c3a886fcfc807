import { describe, expect, it } from 'vitest'
import { fileOfSource, partOfSource, partsBetween, type PageProfile } from './profile-parts.ts'

describe('what a page\'s time goes to', () => {
  it.each([
    ['webpack://shell/../node_modules/.pnpm/react-dom@19.3.1_react@19.3.1/node_modules/react-dom/cjs/react-dom-client.production.js', 'React'],
    ['webpack://shell/../node_modules/.pnpm/scheduler@0.28.0/node_modules/scheduler/cjs/scheduler.production.js', 'React'],
    ['webpack://shell/../node_modules/.pnpm/react-router-dom@7.1.0/node_modules/react-router-dom/dist/index.mjs', 'react-router-dom'],
    ['webpack://shell/../node_modules/.pnpm/@scope+name@1.0.0/node_modules/@scope/name/index.js', '@scope/name'],
    ['webpack://mfe_driver_1_3_0/./src/steps/driver/view.tsx', 'product'],
    ['webpack://shell_1_0_0/../shared/ui/src/button/button.tsx', 'product'],
  ])('%s is %s', (source, part) => {
    expect(partOfSource(source)).toBe(part)
  })

  it.each([
    ['webpack://shell/../node_modules/.pnpm/@scope+name@1.0.0/node_modules/@scope/name/index.js', '@scope/name'],
    ['webpack://mfe_driver_1_3_0/./src/steps/driver/view.tsx', 'mfe-driver/src/steps/driver/view.tsx'],
    ['webpack://shell_1_0_0/../shared/ui/src/button/button.tsx', 'shared/ui/src/button/button.tsx'],
    ['webpack://shell_1_0_0/webpack/bootstrap', 'shell/webpack/bootstrap'],
  ])('%s is the file %s', (source, file) => {
    expect(fileOfSource(source)).toBe(file)
  })

  const frame = (functionName: string, url = '') => ({ functionName, url, lineNumber: 0, columnNumber: 0 })
  const profile: PageProfile = {
    startTime: 1000, nodes: [{ id: 1, callFrame: frame('(idle)') }, { id: 2, callFrame: frame('(program)') }, { id: 3, callFrame: frame('render', '/a.js') }, { id: 4, callFrame: frame('other', '/b.js') }],
    samples: [1, 3, 2, 4, 1], timeDeltas: [1000, 4000, 2000, 3000, 10_000],
  }
  const sourceOf = ({ url }: { readonly url: string }) => (url === '/a.js' ? './src/a.ts' : null)

  it('is counted by the milliseconds of each part', () => {
    expect(partsBetween(profile, 0, 50_000, sourceOf)).toEqual({ idle: 11, browser: 2, product: 4, unknown: 3 })
  })

  it('is cut at both ends of what is asked for', () => {
    expect(partsBetween(profile, 4000, 12_000, sourceOf)).toEqual({ idle: 1, browser: 2, product: 2, unknown: 3 })
  })
})
