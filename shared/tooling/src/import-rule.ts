/** One forbidden kind of import: which specifiers, and what to do instead. */
export interface Ban {
  readonly regex: string
  readonly message: string
}

/** Files of one kind and what they may not import. One entry per file kind, because a later ESLint block replaces an earlier one. */
export interface ImportRule {
  readonly files: readonly string[]
  readonly ignores?: readonly string[]
  readonly bans: readonly Ban[]
}

export const ban = (regex: string, message: string): Ban => ({ regex, message })
