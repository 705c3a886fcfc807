/** Version of what the shell gives to remotes: the steps' contract, the share keys, the page around a step. */
export const shellVersion = '1.1.0'
