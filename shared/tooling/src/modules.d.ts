/** Stylesheets as the presets build them: a `.module.css` gives its class names, any other only its effect. */
declare module '*.css' {
  const names: Readonly<Record<string, string>>
  export default names
}

/** The remote that is rendered; the build puts the module's own `src/remote.ts` here. */
declare module 'rendered-remote' {
  import type { RemoteModule } from '@checkin/remote'

  export const remote: RemoteModule
}

/** The shell's pages; the build puts its `src/prerender/pages.tsx` here. */
declare module 'rendered-shell' {
  import type { Language } from '@checkin/remote'
  import type { ReactNode } from 'react'

  export interface RenderedPage {
    readonly narrow: ReactNode
    readonly wide: ReactNode
  }

  export const pagesIn: (language: Language) => Promise<Readonly<Record<string, RenderedPage & { readonly without: RenderedPage & { readonly modules: readonly string[] } }>>>
}

/** The module that a development server serves; the build puts its `src/remote.ts` here. */
declare module 'served-remote' {
  import type { RemoteModule } from '@checkin/remote'

  export const remote: RemoteModule
}

/** What a module may ask of a page in development when one of its sources changes; undefined in any other build. */
interface ImportMeta {
  readonly webpackHot?: { readonly accept: (request: string, changed: () => void) => void }
}
