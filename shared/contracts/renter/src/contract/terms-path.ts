/** Path of one document of the terms below the API's base (API-07): a page links to it before it has loaded the contract. */
export const termsPath = '/termsandconditions/:tag'
