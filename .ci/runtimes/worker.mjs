// What workerd runs: the application, and at `/storage-suite` the contract of storages in memory.
import { memoryStorage } from 'quotewright'
import { createApp, passStorageSuite } from './app.mjs'

const app = createApp()

export default {
  async fetch(request) {
    if (new URL(request.url).pathname !== '/storage-suite') return app.fetch(request)
    await passStorageSuite(() => ({ storage: memoryStorage() }))
    return new Response('passed')
  },
}
