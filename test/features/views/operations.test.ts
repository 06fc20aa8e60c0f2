import { describe, expect, it } from 'vitest'
import { maxViews } from '../../../src/features/views/operations.js'
import { createQuoteEngine, memoryStorage, savedViews } from '../../../src/index.js'
import { catalog } from '../../engine/ports.js'

const ann = { storeId: 's1', role: 'seller', actor: 'ann' } as const
const bob = { ...ann, actor: 'bob' }
const large = { name: 'Large', search: 'order=total-desc' }

function viewsOfStore() {
  const engine = createQuoteEngine({ storage: memoryStorage(), catalog, features: [savedViews()] })
  return engine.features.savedViews
}

describe('savedViews', () => {
  it('keeps each name once for each user, and once for all', async () => {
    const views = viewsOfStore()
    await views.setView(ann, large)
    await views.setView(bob, large)
    await views.setView(bob, { ...large, isShared: true })
    const { value } = await views.setView(ann, { ...large, search: 'view=won' })
    expect(value).toEqual([
      { name: 'Large', search: 'view=won', owner: 'ann' },
      { ...large, owner: 'bob' },
      large,
    ])
  })

  it('removes the view of a user, and leaves those of others', async () => {
    const views = viewsOfStore()
    for (const user of [ann, bob]) await views.setView(user, large)
    await views.setView(bob, { ...large, isShared: true })
    await views.removeView(bob, { name: 'Large' })
    const { version, value } = await views.removeView(bob, { name: 'Gone' })
    expect([version, value]).toEqual([4, [{ ...large, owner: 'ann' }, large]])
    expect((await views.removeView(ann, { name: 'Large', isShared: true })).value).toHaveLength(1)
  })

  it(`keeps ${maxViews} views of a user, and as many of all users`, async () => {
    const views = viewsOfStore()
    for (let count = 0; count < maxViews; count += 1)
      await views.setView(ann, { name: `View ${count}`, search: '' })
    await expect(views.setView(ann, large)).rejects.toMatchObject({
      code: 'invalid_request',
      details: { errors: { name: 'must be one of the 20 views; remove one to save another' } },
    })
    await views.setView(ann, { name: 'View 3', search: 'status=sent' })
    await views.setView(ann, { ...large, isShared: true })
    expect((await views.setView(bob, large)).value).toHaveLength(maxViews + 2)
  })

  it('rejects a view of a user that is unknown', async () => {
    const views = viewsOfStore()
    const unknown = { storeId: 's1', role: 'seller' } as const
    await expect(views.setView(unknown, large)).rejects.toMatchObject({
      details: { errors: { isShared: expect.stringContaining('must be true') } },
    })
    await views.setView(unknown, { ...large, isShared: true })
    expect((await views.get(unknown)).value).toEqual([large])
    expect((await views.get({ ...ann, storeId: 's2' })).value).toEqual([])
  })

  it.each([
    [{ ...large, name: '' }, 'name'],
    [{ ...large, name: ' Large' }, 'name'],
    [{ ...large, name: '\u200b' }, 'name'],
    [{ ...large, name: 'x'.repeat(41) }, 'name'],
    [{ ...large, name: 7 }, 'name'],
    [{ ...large, search: 'x'.repeat(1_001) }, 'search'],
    [{ name: 'Large' }, 'search'],
    [{ ...large, isShared: 'yes' }, 'isShared'],
    [{ ...large, owner: 'bob' }, ''],
    [JSON.parse('{"name":"Large","search":"","__proto__":{"isShared":true}}'), ''],
  ])('rejects %.60j, and stores nothing', async (view, field) => {
    const views = viewsOfStore()
    await expect(views.setView(ann, view as never)).rejects.toMatchObject({
      code: 'invalid_request',
      details: { errors: { [field]: expect.any(String) } },
    })
    expect((await views.get(ann)).version).toBe(0)
  })

  it('takes __proto__ as the name of a view', async () => {
    const views = viewsOfStore()
    const view = { name: '__proto__', search: '__proto__=x' }
    expect((await views.setView(ann, view)).value).toEqual([{ ...view, owner: 'ann' }])
  })

  it('is not for buyers', async () => {
    const buyer = { ...ann, role: 'buyer' } as const
    await expect(viewsOfStore().get(buyer)).rejects.toMatchObject({ code: 'not_permitted' })
  })
})
