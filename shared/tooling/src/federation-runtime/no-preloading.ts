/**
 * Stands in for what the federation runtime loads ahead by (`@module-federation/runtime-core`, `utils/preload`) in the shell's build (decision 0261):
 * the page names what is loaded ahead, with its hash.
 */
const none = (): never => {
  throw new Error('The page loads remotes ahead by itself')
}

export const defaultPreloadArgs = {}
export const formatPreloadArgs = none
export const normalizePreloadExposes = none
export const preloadAssets = none
