import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import type { ElementType, Key } from 'react'

export { Fragment }

/** The compiler's call for an element in development, by the shell's own runtime: a module may bring no second one. */
export const jsxDEV = (type: ElementType, props: object, key: Key | undefined, hasManyChildren: boolean) => (hasManyChildren ? jsxs : jsx)(type, props, key)
