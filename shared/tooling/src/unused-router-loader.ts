const made = /\bReact\$1\.(?=(?:forwardRef|createContext)\()/g
const named = /^\w+\.displayName = ".*";$/gm

/**
 * Lets the compiler leave out what nobody imports of react-router: a component that is made by a call and then named counts as used, so that every
 * renter would load links and forms of which the shell has none (decision 0286). The names are shown by developers' tools alone.
 */
export default function unusedRouter(source: string): string {
  return source.replace(named, '').replace(made, '/* @__PURE__ */ $&')
}
