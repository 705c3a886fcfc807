import { createForm, email, formSchema, text, type FormModel } from '@checkin/forms'
import { birthDateRule } from '../../domain/birth-date-rule.ts'
import { $facts } from '../../entry/facts.ts'
import type { Subject } from '../../subject.ts'

export type VerifyField = 'name' | 'surname' | 'birthDate' | 'email' | 'driversLicense' | 'driverId'

/** Characters of a licence number (CONST-09). */
export const licenceLength = 30

/**
 * Who the driver is (DRIVER-02 to DRIVER-06). Names are typed for an additional driver only. `driverId` shows nowhere:
 * it keeps, over a reload of the tab, whom the lookup found; 0 is a new driver, empty means not looked up yet.
 */
export const createVerifyForm = (subject: Subject): FormModel<VerifyField> => {
  const isTyped = subject === 'additional'
  return createForm({
    name: `verify-driver/${subject}`,
    fields: {
      name: { type: 'string', regexAllowed: 'textNumbers' },
      surname: { type: 'string', regexAllowed: 'textNumbers' },
      birthDate: { type: 'date' },
      email: { type: 'email' },
      driversLicense: { type: 'string', maxLength: licenceLength, draft: false },
      driverId: { type: 'string' },
    },
    context: $facts,
    schema: ({ trip }) => formSchema({
      name: text({ required: isTyped }),
      surname: text({ required: isTyped }),
      birthDate: birthDateRule(true, trip?.ages ?? null),
      email: email({ required: true }),
      driversLicense: text({ required: true, maxLength: licenceLength }),
    }),
  })
}
