import { describe, expect, it } from 'vitest'
import { policyWith, withOverride, type PageOverride } from './served-page.ts'

const data = (text: string): string => `<script type="application/json" id="page-data">${text}</script>`
const released = {
  tenant: { host: 'costaverde.example' }, release: { setId: 3, shellVersion: '1.0.0' },
  modules: {
    'mfe-offers': { name: 'mfe-offers', version: '1.0.0', entry: '/assets/mfe-offers/1.0.0/remoteEntry.js', settings: { most: 3 }, lastGood: { version: '0.9.0' } },
    'mfe-payment': { name: 'mfe-payment', version: '2.0.0' },
  },
}
const page = `<head>
<link rel="preload" href="/assets/shell/1.0.0/ui-parts.js" as="script" integrity="sha384-a" crossorigin>
<link rel="preload" href="/assets/mfe-offers/1.0.0/remoteEntry.js" as="script" integrity="sha384-b" crossorigin>
<link rel="stylesheet" href="/assets/shell/1.0.0/main.css" integrity="sha384-c" crossorigin>
<script src="/assets/shell/1.0.0/main.js" integrity="sha384-d" crossorigin defer></script></head>
<main data-module="mfe-offers" data-module-version="1.0.0"></main>${data(JSON.stringify(released))}`

const override: PageOverride = {
  module: { name: 'mfe-offers', version: '1.1.0-served', base: '/assets/mfe-offers/1.1.0-served/', steps: ['extras'], integrity: 'sha384-now' },
  shell: { name: 'shell', version: '1.0.0-served', base: '/assets/shell/1.0.0-served/', styles: ['main.css'] },
}
const dataOf = (html: string) => JSON.parse(/id="page-data">([^]*?)<\/script>/.exec(html)?.[1] ?? '') as typeof released & { readonly modules: Readonly<Record<string, unknown>> }

describe('a page of a site in development (DEC-200, ECO-2)', () => {
  it('has the served module with its hash of now, what operators set, and no last good version that would hide a mistake', () => {
    const { modules, release } = dataOf(withOverride(page, override))
    expect(modules['mfe-offers']).toEqual({
      name: 'mfe-offers', version: '1.1.0-served', uniqueName: 'mfe_offers_1_1_0_served', base: '/assets/mfe-offers/1.1.0-served/', entry: '/assets/mfe-offers/1.1.0-served/remoteEntry.js',
      integrity: { '/assets/mfe-offers/1.1.0-served/remoteEntry.js': 'sha384-now' }, steps: ['extras'], ahead: [], settings: { most: 3 },
    })
    expect(modules['mfe-payment']).toEqual(released.modules['mfe-payment'])
    expect(release).toEqual({ setId: 3, shellVersion: '1.0.0-served' })
  })

  it('asks for nothing of the shell and the module that are not shown', () => {
    const html = withOverride(page, override)
    expect(html).not.toContain('/1.0.0/')
    expect(html).toContain('<script src="/assets/shell/1.0.0-served/main.js" defer></script>')
    expect(html).toContain('<link rel="stylesheet" href="/assets/shell/1.0.0-served/main.css">')
    expect(html).toContain('data-module="mfe-offers" data-module-version="1.1.0-served"')
  })

  it('keeps its own shell where there is none for development', () => {
    const html = withOverride(page, { ...override, shell: null })
    expect(html).toContain('<script src="/assets/shell/1.0.0/main.js" integrity="sha384-d" crossorigin defer></script>')
    expect(dataOf(html).release).toEqual(released.release)
  })

  it('gets a module that its set does not have', () => {
    const { modules } = dataOf(withOverride(page, { ...override, module: { ...override.module, name: 'mfe-parking', settings: { most: 1 } } }))
    expect(Object.keys(modules)).toEqual(['mfe-offers', 'mfe-payment', 'mfe-parking'])
    expect(modules['mfe-parking']).toMatchObject({ settings: { most: 1 } })
  })

  it('can not be ended by what a name or a text holds', () => {
    const html = withOverride(page.replace('costaverde.example', '\\u003c/script>'), override)
    expect(html.match(/<\/script>/g)).toHaveLength(2)
  })

  it('without a release stays as it is', () => {
    expect(withOverride('<p>not served here</p>', override)).toBe('<p>not served here</p>')
  })

  it('has the policy of production and three names more', () => {
    const policy = "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'; trusted-types checkin-loader shell_1_0_0"
    expect(policyWith(policy, override)).toBe(`${policy} mfe_offers_1_1_0_served shell_1_0_0_served rspack-dev-server#overlay`)
    expect(policyWith(policyWith(policy, override), override).match(/overlay/g)).toHaveLength(1)
  })
})
