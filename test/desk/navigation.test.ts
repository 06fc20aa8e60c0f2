import { describe, expect, it } from 'vitest'
import { html as markupOf } from '../../src/desk/index.js'
import type { DeskBadges, DeskNavigation, SignOut } from '../../src/desk/navigation/options.js'
import type { DeskOptions, OwnPage } from '../../src/desk/options.js'
import { buyer, inputValue, markup, sampleDesk, seller, textOf } from './sample-desk.js'

const calls: OwnPage = { name: 'calls', label: 'Calls', show: () => markupOf`<p>Calls</p>` }

/** Returns the links of the navigation with what they say. */
function linksOf(html: string): readonly (readonly [url: string, text: string])[] {
  const [nav = ''] =
    /<nav class="sections" aria-label="Desk">.*?(?=<li class="rest">|<\/nav>)/s.exec(html) ?? []
  return [...nav.matchAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(
    ([, url = '', content = '']) => [url, textOf(content)],
  )
}

async function shownLinks(options: Partial<DeskOptions>) {
  const desk = sampleDesk({ pages: [calls], ...options })
  return { links: linksOf((await desk.get('/')).html), errors: desk.errors, desk }
}

const defaults = ['Quotes', 'Customers', 'Templates', 'Activity', 'Tags', 'Users', 'Calls']

/** What no function of the host must return; each is reported, and the page is shown. */
const failing: readonly (readonly [string, () => never])[] = [
  [
    'throws',
    () => {
      throw new Error('down')
    },
  ],
  [
    'throws nothing',
    () => {
      throw undefined
    },
  ],
  ['rejects', () => Promise.reject(new Error('down')) as never],
  ['never ends', () => new Promise(() => undefined) as never],
  ['returns a number', () => 7 as never],
  ['returns an array', () => [1] as never],
  ['returns null', () => null as never],
]

describe('the option navigation', () => {
  it('shows links of the host around the sections, whose labels are escaped', async () => {
    const navigation = {
      before: [{ label: markup, url: '/shop?a=1&b=2' }],
      after: [{ label: 'Help', url: 'https://help.example/' }],
    }
    const { links, desk } = await shownLinks({ navigation })
    expect(links.map(([, label]) => label)).toEqual([markup, ...defaults, 'Help'])
    expect(links[0]?.[0]).toBe('/shop?a=1&amp;b=2')
    expect((await desk.get('/')).html).not.toContain('<script>alert')
  })

  it('has a menu for a phone with all that does not fit into its bar', async () => {
    const desk = sampleDesk({ pages: [calls] })
    const menuOf = async (path: string) => {
      const { html } = await desk.get(path)
      const [menu = ''] = /<li class="rest">.*?<\/details>/s.exec(html) ?? []
      return { menu, over: html.match(/<li class="over">/g)?.length }
    }
    const { menu, over } = await menuOf('/')
    expect(textOf(menu)).toBe('More Tags Users Calls')
    expect([over, menu.includes('current')]).toEqual([3, false])
    expect((await menuOf('/tags')).menu).toContain('<summary class="current">')
    const few = sampleDesk({ navigation: { sections: ['quotes', 'tags', 'users'] } })
    expect((await few.get('/')).html).not.toContain('class="rest"')
  })

  it('shows the sections that it names in their order, and not those that are hidden', async () => {
    const navigation: DeskNavigation = { sections: ['/pages/calls', 'tags', 'quotes'] }
    const chosen = await shownLinks({ navigation })
    expect(chosen.links.map(([, label]) => label)).toEqual(['Calls', 'Tags', 'Quotes'])
    const hidden = await shownLinks({ navigation: { hidden: ['tags', '/pages/calls'] } })
    expect(hidden.links.map(([, label]) => label)).toEqual([
      'Quotes',
      'Customers',
      'Templates',
      'Activity',
      'Users',
    ])
    // It protects no page.
    expect((await hidden.desk.get('/tags')).status).toBe(200)
  })

  it('shows no section that the engine or the options do not have', async () => {
    const { links } = await shownLinks({
      navigation: { sections: ['approvals', 'insight', 'quotes'] },
    })
    expect(links.map(([, label]) => label)).toEqual(['Quotes'])
  })

  it('can be that of a user, from a function or a promise', async () => {
    for (const wrap of [(value: DeskNavigation) => value, async (value: DeskNavigation) => value]) {
      const { links } = await shownLinks({
        navigation: ({ actor }) =>
          wrap({ sections: ['quotes'], after: [{ label: `Of ${actor}`, url: '/me' }] }),
      })
      expect(links.map(([, label]) => label)).toEqual(['Quotes', 'Of ann'])
    }
  })

  it.each([
    ...failing,
    ['returns a script', () => ({ before: [{ label: 'x', url: 'javascript:alert(1)' }] }) as never],
  ] as typeof failing)(
    'is the default if the function %s, which is reported',
    async (_, navigation) => {
      const { links, errors } = await shownLinks({ navigation, timeoutMs: 1 })
      expect(links.map(([, label]) => label)).toEqual(defaults)
      expect(errors).toHaveLength(1)
    },
  )

  it.each<[string, object]>([
    ['navigation.before[0].url', { before: [{ label: 'x', url: 'javascript:alert(1)' }] }],
    ['navigation.before[0].url', { before: [{ label: 'x', url: '//evil.example' }] }],
    ['navigation.after[0].label', { after: [{ label: ' ', url: '/' }] }],
    ['navigation.user', { user: Array.from({ length: 21 }, () => ({ label: 'x', url: '/' })) }],
    ['navigation.sections[0]', { sections: ['constructor'] }],
    ['navigation.sections[0]', { sections: ['/pages/none'] }],
    ['navigation.hidden[1]', { hidden: ['tags', '/pages/../tags'] }],
    ['navigation.sections', { sections: ['tags', 'tags'] }],
    ['navigation', { links: [] }],
    ['navigation', []],
  ])('rejects an invalid %s: %j', (path, navigation) => {
    expect(() => sampleDesk({ pages: [calls], navigation } as never)).toThrow(
      expect.objectContaining({ details: { errors: { [path]: expect.any(String) } } }),
    )
  })
})

describe('the option signOutUrl', () => {
  const menuOf = (html: string) => /<details class="menu me">.*?<\/details>/s.exec(html)?.[0] ?? ''

  it('adds a menu with the name of the user, links of the host, and a link or a form', async () => {
    const navigation = { user: [{ label: 'Your account', url: '/account' }] }
    const link = menuOf(
      (await sampleDesk({ navigation, signOutUrl: '/bye?to=/&x=1' }).get('/')).html,
    )
    expect(textOf(link)).toBe('AA Ann Archer Your account Sign out')
    expect(link).toContain('<a href="/bye?to=/&amp;x=1">Sign out</a>')
    const signOutUrl = { post: '/bye', fields: { csrf: markup } }
    const form = menuOf((await sampleDesk({ signOutUrl }).get('/')).html)
    expect(form).toContain('<form method="post" action="/bye">')
    expect(inputValue(form, 'csrf')).toBe(markup)
    expect(form).toContain('<button>Sign out</button>')
    expect(menuOf((await sampleDesk().get('/')).html)).toBe('')
  })

  it('can be a function of the user and the request', async () => {
    const desk = sampleDesk({
      signOutUrl: async ({ user, request }) => ({
        post: '/bye',
        fields: { csrf: `${user.actor} ${request.headers.get('cookie')}` },
      }),
    })
    const { html } = await desk.get('/', { cookie: 'a=1' })
    expect(inputValue(menuOf(html), 'csrf')).toBe('ann a=1')
  })

  it('is on pages that say what a user must not do, and not for buyers', async () => {
    const desk = sampleDesk({ signOutUrl: '/bye' })
    expect(menuOf((await desk.post('/tags', {}, { token: 'forged' })).html)).toContain('/bye')
    desk.user = buyer
    expect((await desk.get('/')).html).not.toContain('/bye')
  })

  it.each([
    ...failing,
    ['returns a script', () => 'javascript:alert(1)' as never],
    ['returns a form for another site', () => ({ post: 'https://evil.example/' }) as never],
  ] as typeof failing)(
    'shows the page without it if the function %s, and reports it',
    async (_, signOutUrl) => {
      const desk = sampleDesk({ signOutUrl: signOutUrl as () => SignOut, timeoutMs: 1 })
      const { status, html } = await desk.get('/')
      expect([status, menuOf(html), desk.errors.length]).toEqual([200, '', 1])
    },
  )

  it.each<[string, unknown]>([
    ['signOutUrl', 'javascript:alert(1)'],
    ['signOutUrl', 7],
    ['signOutUrl.post', { post: 'https://login.example/out' }],
    ['signOutUrl.post', { post: '/\\evil.example' }],
    ['signOutUrl.fields.a', { post: '/bye', fields: { a: 1 } }],
    ['signOutUrl', { post: '/bye', method: 'get' }],
  ])('rejects an invalid %s: %j', (path, signOutUrl) => {
    expect(() => sampleDesk({ signOutUrl } as never)).toThrow(
      expect.objectContaining({ details: { errors: { [path]: expect.any(String) } } }),
    )
  })
})

describe('the option badges', () => {
  it('shows numbers beside sections and pages, and none for 0', async () => {
    const badges = async ({ actor }: { actor?: string | undefined }): Promise<DeskBadges> => ({
      quotes: actor === seller.actor ? 1_250 : 1,
      tags: 0,
      '/pages/calls': 2,
      users: undefined,
    })
    const { links } = await shownLinks({ badges })
    expect(links.map(([, text]) => text)).toEqual([
      'Quotes 1,250',
      'Customers',
      'Templates',
      'Activity',
      'Tags',
      'Users',
      'Calls 2',
    ])
  })

  it.each([
    ...failing,
    ['returns a string', () => ({ quotes: '<b>' }) as never],
    ['returns a number below 0', () => ({ quotes: -1 }) as never],
    ['returns a fraction', () => ({ quotes: 1.5 }) as never],
    ['returns a huge number', () => ({ quotes: 1e21 }) as never],
    ['names no section', () => ({ qoutes: 1 }) as never],
    [
      'has a getter that throws',
      () =>
        ({
          get quotes(): number {
            throw new Error('no')
          },
        }) as never,
    ],
  ] as typeof failing)(
    'shows the page without badges if the function %s, and reports it',
    async (_, badges) => {
      const { links, errors } = await shownLinks({ badges, timeoutMs: 1 })
      expect(links.map(([, text]) => text)).toEqual(defaults)
      expect(errors).toHaveLength(1)
    },
  )
})
