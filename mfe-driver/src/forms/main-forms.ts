import { createDriverForms } from './create-driver-forms.ts'

/** Those of the main driver, in a file of their own: `exposed.ts` has them made in a task of their own. */
export const mainForms = createDriverForms('main')
