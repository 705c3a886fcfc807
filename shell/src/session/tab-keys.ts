/** Everything of ours in the tab's storage begins with this. */
export const prefix = 'checkin.'
export const sessionKey = `${prefix}session`
export const noticeKey = `${prefix}notice`
