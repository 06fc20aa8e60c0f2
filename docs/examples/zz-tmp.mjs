import { serve } from '@hono/node-server'
import { createDesk } from 'quotewright/desk'
import { renderPdf } from 'quotewright/pdf'
import { seedSampleStore } from './sample-quotes.mjs'
import { openSampleStore, storeId, searchProducts } from './sample-store.mjs'
const { engine, storage } = await openSampleStore('/tmp/shop2.sqlite'); await seedSampleStore(storage)
const desk = createDesk({ engine, secrets: ['x'.repeat(32)], title: 'Brightwell Tools', searchProducts: (_u, t) => searchProducts(t), authenticate: () => ({ storeId, actor: 'grace', name: 'Grace Hopper', role: 'seller' }), onError: console.error })
serve({ fetch: desk.fetch, port: 4556, hostname: '127.0.0.1' })
