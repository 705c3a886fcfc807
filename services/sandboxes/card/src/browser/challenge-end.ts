/** Ends 3-D Secure: notifies the page that shows this frame, or goes back to the shop when it fills the window. */
const { transaction = '', shop = '', back = '' } = document.documentElement.dataset

if (window.parent !== window) {
  if (shop !== '') window.parent.postMessage({ channel: 'payment-js-3ds', type: 'finished', transaction }, shop)
} else if (back !== '') {
  location.replace(back)
}
export {}
