import { describe, expect, it } from 'vitest'
import { checkFirstLoad } from './first-load.ts'

const installed = (name: string): string => `/project/node_modules/.pnpm/${name.replace('/', '+')}@1.0.0/node_modules/${name}/dist/index.js`

describe('the budget of the first load', () => {
  it('holds for what the first screen runs', () => {
    expect(checkFirstLoad(['/project/shell/src/main.ts', installed('react-dom'), installed('@module-federation/runtime-core')])).toEqual([])
  })

  it.each(['libphonenumber-js', 'signature_pad', '@ant-design/cssinjs', 'antd'])('is broken by %s', (name) => {
    expect(checkFirstLoad([installed('react'), installed(name)]).map(({ message }) => message)).toEqual([expect.stringContaining(name)])
  })

  it('reads paths of other systems', () => {
    expect(checkFirstLoad([installed('antd').replaceAll('/', '\\')])).toHaveLength(1)
  })
})
