import { createService } from '../src/service/create-service.ts'

/** A service in a process of its own. */
const service = createService({ name: 'trial', log: { level: 'silent' } })
service.app.post('/api/things', () => ({}))
console.log(`port ${await service.listen({ port: 0 })}`)
