import { $offersLayout } from '@checkin/flow'

/** Whether the offers of this visit stand together on one page (DEC-107): then none of them leads on by itself. */
export const $isOnePage = $offersLayout.map((layout) => layout === 'page')
