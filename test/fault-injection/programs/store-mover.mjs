// Moves a store until it is killed or done: store-mover.mjs <kind> <place> <kind> <place> <file>
// The file exists once the store is to be used in the second storage.
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { moveStore } from 'quotewright/moving'
import { openStorage } from './open-storage.mjs'

const [fromKind = '', fromPlace = '', toKind = '', toPlace = '', file = ''] = process.argv.slice(2)
// Printed first, so that the parent can kill this process while it opens the storages.
writeSync(1, 'opening\n')
const from = await openStorage(fromKind, fromPlace)
const to = await openStorage(toKind, toPlace)
const report = await moveStore({
  storeId: 'store-1',
  from: from.storage,
  to: to.storage,
  onProgress: (progress) => void writeSync(1, `${JSON.stringify(progress)}\n`),
  switchStore() {
    const descriptor = openSync(file, 'w')
    fsyncSync(descriptor)
    closeSync(descriptor)
  },
})
writeSync(1, `${JSON.stringify(report)}\n`)
await from.close()
await to.close()
