import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { listenForCallbacks } from '@checkin/sandbox-kit/testing'
import { createApp } from './app.ts'

it('keeps orders, clock and undelivered events of the release that had tables of its own for them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'checkin-wallet-'))
  const received: string[] = []
  const shop = await listenForCallbacks((_request, body) => { received.push(body); return '' })
  const file = join(folder, 'ledger.sqlite')
  const earlier = new DatabaseSync(file)
  earlier.exec(`
    create table orders (id text primary key, request_id text not null unique, document text not null);
    create table webhooks (id integer primary key autoincrement, due_at integer not null, url text not null, body text not null, attempt integer not null, merchant text);
    create table clock (only_row integer primary key check (only_row = 1), advanced_ms integer not null);
    insert into orders values ('O1', 'R1', '{"id":"O1","requestId":"R1","status":"CREATED"}');
    insert into webhooks (due_at, url, body, attempt, merchant) values (0, '${shop.origin}', 'event', 1, null);
    insert into clock values (1, 86400000);`)
  earlier.close()
  const settings = { file, origin: 'http://wallet.localhost:4002', delayScale: 1, clientId: 'shop', clientSecret: 'a long client secret', webhookSecret: 'a long webhook secret' }
  const { app, stop } = createApp(settings, { log: { level: 'silent' } })
  const { now } = (await app.inject({ method: 'POST', url: '/admin/clock', payload: { advanceMs: 0 } })).json<{ now: string }>()
  expect(Date.parse(now) - Date.now()).toBeGreaterThan(86_000_000)
  expect(received).toEqual(['event'])
  expect((await app.inject('/admin/orders')).json()).toEqual([{ id: 'O1', requestId: 'R1', status: 'CREATED', merchant: 'shop' }])
  await stop()
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})
