import { mailboxApp } from './app.ts'
import { openMessageStore } from './message-store.ts'
import { receiveMail } from './receive.ts'
import { mailboxSettings } from './settings.ts'

const settings = mailboxSettings()
const store = await openMessageStore(settings.file)
const service = mailboxApp(store)
const receiver = await receiveMail({
  port: settings.smtpPort, logins: settings.logins,
  received: store.add,
  failed: (error) => { service.app.log.warn({ err: error }, 'a mail was not received') },
})
service.onStop(receiver.close)
await service.listen({ port: settings.httpPort })
