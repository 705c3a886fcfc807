/**
 * What a script of the shell's packages has and nothing else: it stands in their files as they are published and is still there when they were
 * bundled and made small. The property must be written, not only read: a library may ask React for its internals.
 */
const marks: Readonly<Record<string, RegExp>> = {
  react: /__(?:CLIENT|SERVER)_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE["']?\s*(?:=(?!=)|:)|__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED["']?\s*(?:=(?!=)|:)/,
  'react-dom': /__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE["']?\s*(?:=(?!=)|:)|rendererPackageName["']?\s*:\s*["']react-dom["']/,
  effector: /Handlers map can contain only effects as keys/,
  i18next: /i18next is already initialized/,
}

/** Names of packages that only the shell may bring and that a module's script holds a copy of, wherever it came from (ROL-11). */
export const bundledCopies = (script: string): readonly string[] => Object.entries(marks).filter(([, mark]) => mark.test(script)).map(([name]) => name)
