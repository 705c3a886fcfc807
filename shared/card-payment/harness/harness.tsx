import { fork } from 'effector'
import { Provider, useUnit } from 'effector-react'
import { createRoot } from 'react-dom/client'
import { initI18n, languages } from '@checkin/i18n'
import '@checkin/ui/styles.css'
import { CardRefused, createCardForm, problemKey } from '../src/index.ts'
import { CardForm } from '../src/card-form.view.tsx'

// A payment page with nothing but the card form: ?lang=pt&script=http://card.localhost:4002/…&key=…
const query = new URLSearchParams(location.search)
const language = languages.find((each) => each === query.get('lang')) ?? 'en'
document.documentElement.lang = language
document.title = 'Payment'

const model = createCardForm({ name: 'harness/card', today: () => '2026-11-21' })
const client = { script: query.get('script') ?? '', key: query.get('key') ?? '' }

function Harness() {
  const { pay, isBusy } = useUnit({ pay: model.tokenizeFx, isBusy: model.$isBusy })
  const show = (name: string, value: string): void => { document.body.dataset[name] = value }
  const press = (): void => {
    show('token', '')
    show('refused', '')
    pay().then(
      ({ token, card }) => { show('token', token); show('card', `${card?.brand ?? ''} ${card?.masked ?? ''}`) },
      (refused: unknown) => { show('refused', refused instanceof CardRefused ? refused.problems.map(problemKey).join(' ') : 'broken') },
    )
  }
  return (
    <main>
      <h1>Payment</h1>
      <form onSubmit={(event) => { event.preventDefault(); press() }}>
        <CardForm model={model} client={client} />
        <button className="ck-button" data-action="Pay" type="submit" disabled={isBusy}>Pay</button>
      </form>
    </main>
  )
}

await initI18n({ language })
createRoot(document.getElementById('app') ?? document.body).render(<Provider value={fork()}><Harness /></Provider>)
