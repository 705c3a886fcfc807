import 'react'

declare module 'react' {
  // Our own custom properties in a style attribute.
  interface CSSProperties {
    '--ck-done'?: string
  }
}
