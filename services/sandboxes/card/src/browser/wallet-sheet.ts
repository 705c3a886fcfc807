/** Runs in the sheet's frame: what the renter answers goes to the page that opened it, as a one-time token or as nothing. */

const parents: readonly string[] = (document.documentElement.dataset['parents'] ?? '').split(' ')
const given = new URLSearchParams(location.hash.slice(1))
const nonce = given.get('nonce') ?? ''
const parentOrigin = given.get('origin') ?? ''
const asked = new URLSearchParams(location.search)

const answer = (token: string | null): void => { parent.postMessage({ channel: 'wallet-sheet', nonce, token }, parentOrigin) }

async function pays(): Promise<void> {
  const card = document.querySelector<HTMLSelectElement>('select')?.value ?? ''
  const reply = await fetch('/js/integrated/sheet', {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ publicKey: asked.get('key') ?? '', code: asked.get('code') ?? '', card }),
  })
  const { token } = await reply.json() as { token?: string }
  answer(token ?? null)
}

// A page that is no known shop hears nothing.
if (nonce !== '' && parents.includes(parentOrigin)) {
  document.querySelector('[value="pay"]')?.addEventListener('click', (event) => {
    (event.currentTarget as HTMLButtonElement).disabled = true
    pays().catch(() => { answer(null) })
  })
  document.querySelector('[value="cancel"]')?.addEventListener('click', () => { answer(null) })
}

export {}
