import type { Arbitrary } from 'fast-check'
import type { FastCheck } from '../arbitraries/fast-check.js'
import { expectEqual } from '../expect.js'
import { command, type StorageCommand, storeNumbers, storeOf } from './command.js'
import { expectTags } from './expectations.js'
import { removeTag, setTag } from './model-state.js'

const names = (fc: FastCheck) => fc.constantFrom('vip', 'VIP', '9', '10', '__proto__')

export function setTags(fc: FastCheck): Arbitrary<StorageCommand> {
  return fc
    .tuple(storeNumbers(fc), names(fc), fc.constantFrom('first', 'second'))
    .map(([number, value, label]) =>
      command(`set tag ${value} of store ${number} to ${label}`, async (model, { storage }) => {
        const store = storeOf(model, number)
        const tag = { backgroundColor: `rgb(10%, 20.5%, ${label})`, color: label, label, value }
        await storage.setTag(store.storeId, tag)
        setTag(store, tag)
      }),
    )
}

export function removedTags(fc: FastCheck): Arbitrary<StorageCommand> {
  return fc.tuple(storeNumbers(fc), names(fc)).map(([number, name]) =>
    command(`remove tag ${name} of store ${number}`, async (model, { storage }) => {
      const store = storeOf(model, number)
      const removed = await storage.removeTag(store.storeId, name)
      const rule = 'removeTag must return true only if the tag existed'
      expectEqual(removed, removeTag(store, name), rule)
    }),
  )
}

export function tagLists(fc: FastCheck): Arbitrary<StorageCommand> {
  return storeNumbers(fc).map((number) =>
    command(`list tags of store ${number}`, (model, { storage }) =>
      expectTags(storage, storeOf(model, number)),
    ),
  )
}
