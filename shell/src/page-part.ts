/** The last part of the start (`main.ts`): it comes with this module, and is evaluated when everything that it needs has been. */
export const startPage = (): Promise<unknown> => import(/* webpackMode: "eager" */ './page-start.ts')
