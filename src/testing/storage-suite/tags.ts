import type { QuoteStorage } from '../../ports/storage.js'
import type { Tag } from '../../store/tags.js'
import { expectEqual } from '../expect.js'
import { createCommit, updateCommit } from '../sample-commits.js'
import { confusableIds, distinctIdsRule, type ScopedId } from './confusable-ids.js'
import type { StorageArea } from './fixture.js'
import { commitAll, expectLoaded } from './snapshot.js'

const inOrder = 'listTags must return all tags of the store, in the order in which they were set'

function tag(name: string, label = name): Tag {
  return {
    backgroundColor: 'rgba(10%, 20.5%, 30%, 0.25)',
    color: 'rgb(90%, 90%, 90%)',
    label,
    value: name,
  }
}

async function expectTags(
  storage: QuoteStorage,
  expected: readonly Tag[],
  rule: string,
  storeId = 'store-1',
): Promise<void> {
  expectEqual(await storage.listTags(storeId), expected, rule)
}

async function setAll(storage: QuoteStorage, tags: readonly Tag[], storeId = 'store-1') {
  for (const each of tags) await storage.setTag(storeId, each)
}

async function expectRemoved(
  storage: QuoteStorage,
  name: string,
  expected: boolean,
  storeId = 'store-1',
): Promise<void> {
  const condition = expected ? 'exists' : 'does not exist'
  const rule = `removeTag must return ${expected} if the tag ${condition}`
  expectEqual(await storage.removeTag(storeId, name), expected, rule)
}

/** Sets a tag for one of {@link confusableIds}. If it replaces another tag, names the two ids. */
async function setConfusableTag(storage: QuoteStorage, id: ScopedId, index: number): Promise<void> {
  const [storeId, name] = id
  const before = await storage.listTags(storeId)
  await storage.setTag(storeId, tag(name, `${index}`))
  const after = await storage.listTags(storeId)
  const replaced = before.find(({ label }, position) => after[position]?.label !== label)
  const other = confusableIds[Number(replaced?.label)]
  const rule = other && distinctIdsRule('tag name', other, id)
  expectEqual(after.length, before.length + 1, rule ?? 'setTag must add a tag with a new name')
}

async function expectConfusableTags(storage: QuoteStorage, ids: readonly ScopedId[]) {
  const rule = 'setTag and removeTag must compare store ids and names exactly'
  for (const storeId of new Set(confusableIds.map(([id]) => id))) {
    const names = ids.filter(([id]) => id === storeId).map(([, name]) => name)
    const listed = await storage.listTags(storeId)
    expectEqual(
      listed.map(({ value }) => value),
      names,
      rule,
    )
  }
}

export const tags: StorageArea = {
  name: 'tags',
  cases: [
    {
      name: 'listTags returns an empty list for a store without tags',
      check: ({ storage }) => expectTags(storage, [], 'listTags must return [] if no tag was set'),
    },
    {
      name: 'listTags returns tags in the order in which they were first set',
      async check({ storage, reopen }) {
        const set = ['zebra', 'apple', '10', '9', 'Apple'].map((name) => tag(name))
        await setAll(storage, set)
        for (const reader of [storage, await reopen()]) await expectTags(reader, set, inOrder)
      },
    },
    {
      name: 'setTag replaces a tag of the same name and keeps its position',
      async check({ storage }) {
        await setAll(storage, [tag('first'), tag('second'), tag('first', 'New label')])
        const rule = 'setTag must replace the tag of the same value at its old position'
        await expectTags(storage, [tag('first', 'New label'), tag('second')], rule)
      },
    },
    {
      name: 'removeTag returns true only if the tag existed',
      async check({ storage }) {
        await setAll(storage, [tag('first')])
        await expectRemoved(storage, 'First', false)
        await expectRemoved(storage, 'first', true)
        await expectRemoved(storage, 'first', false)
        await expectTags(storage, [], 'listTags must not return a removed tag')
      },
    },
    {
      name: 'setTag accepts names such as __proto__, spaces and emoji',
      async check({ storage }) {
        const set = ['__proto__', 'constructor', ' ', '👍🏽', "'; --"].map((name) => tag(name))
        await setAll(storage, set)
        await expectTags(storage, set, inOrder)
      },
    },
    {
      name: 'setTag and removeTag compare ids and names exactly (case, accents, spaces, length)',
      async check({ storage }) {
        for (const [index, id] of confusableIds.entries())
          await setConfusableTag(storage, id, index)
        await expectConfusableTags(storage, confusableIds)
        for (const [index, [storeId, name]] of confusableIds.entries()) {
          await expectRemoved(storage, name, true, storeId)
          await expectConfusableTags(storage, confusableIds.slice(index + 1))
        }
      },
    },
    {
      name: 'concurrent setTag calls all store their tags',
      async check({ storage, reopen }) {
        const other = await reopen()
        const set = Array.from({ length: 20 }, (_, index) => tag(`tag-${index}`))
        await Promise.all(
          set.map((each, index) => (index % 2 === 0 ? storage : other).setTag('store-1', each)),
        )
        expectEqual(
          (await storage.listTags('store-1')).map(({ value }) => value).toSorted(),
          set.map(({ value }) => value).toSorted(),
          'concurrent setTag calls must not lose tags; write each tag atomically',
        )
      },
    },
    {
      name: 'exactly one of many concurrent removeTag calls returns true',
      async check({ storage, reopen }) {
        const other = await reopen()
        await setAll(storage, [tag('first')])
        const removed = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            (index % 2 === 0 ? storage : other).removeTag('store-1', 'first'),
          ),
        )
        const rule = 'removeTag must return true to exactly one of several concurrent callers'
        expectEqual(removed.filter(Boolean).length, 1, rule)
      },
    },
    {
      name: 'listTags sees changes of another adapter immediately',
      async check({ storage, reopen }) {
        const other = await reopen()
        const rule = 'listTags must read what any process had written before the call'
        await expectTags(storage, [], rule)
        await setAll(other, [tag('first')])
        await expectTags(storage, [tag('first')], rule)
        await other.removeTag('store-1', 'first')
        await expectTags(storage, [], rule)
      },
    },
    {
      name: 'setTag and removeTag do not change quotes that have the tag',
      async check({ storage }) {
        const first = createCommit()
        const second = updateCommit(first.record, { tag_list: ['first', 'second'] })
        await setAll(storage, [tag('first'), tag('second')])
        await commitAll(storage, [first, second])
        await expectRemoved(storage, 'first', true)
        await setAll(storage, [tag('second', 'New label')])
        const rule = 'setTag and removeTag must not change stored quotes'
        await expectLoaded(storage, 'store-1', 'quote-1', second.record, rule)
      },
    },
    {
      name: 'listTags keeps the tags of different stores separate',
      async check({ storage }) {
        await setAll(storage, [tag('shared', 'Ours')])
        await setAll(storage, [tag('shared', 'Theirs')], 'store-2')
        await expectRemoved(storage, 'shared', true, 'store-2')
        const rule = 'setTag and removeTag must change the tags of their store only'
        await expectTags(storage, [tag('shared', 'Ours')], rule)
        await expectTags(storage, [], rule, 'store-2')
      },
    },
    {
      name: 'listTags returns tags whose mutation does not change the stored ones',
      async check({ storage }) {
        await setAll(storage, [tag('first')])
        const listed = await storage.listTags('store-1')
        Reflect.set(listed[0] as object, 'label', 'Mallory')
        await expectTags(storage, [tag('first')], 'listTags must return copies or frozen tags')
      },
    },
  ],
}
