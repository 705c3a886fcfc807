import { config } from 'zod'

// The page's policy allows no code from text: zod must not try, not even while the first schema is made.
config({ jitless: true })

interface PolicyFactory { readonly createPolicy: (name: string, rules: { readonly createHTML: (text: string) => string }) => unknown }

/** antd writes its styles through innerHTML of a style element. Style sheets hold no tag, so text with one is refused here as everywhere. */
const factory = (window as { trustedTypes?: PolicyFactory }).trustedTypes
factory?.createPolicy('default', {
  createHTML: (text) => {
    if (text.includes('<')) throw new TypeError('No markup from text in this page')
    return text
  },
})
