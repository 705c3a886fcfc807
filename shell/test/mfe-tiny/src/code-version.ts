/** Replaced in each build of the tests: shows whose code runs, whatever the page says. */
export const codeVersion = 'as-is'
