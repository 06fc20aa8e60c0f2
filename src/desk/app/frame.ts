import { html } from 'hono/html'
import { type Html, layout, logo } from '../../pages/layout.js'
import { getDirection } from '../../pages/own-strings.js'
import { pageHeaders } from '../../pages/security-headers.js'
import { loadTheme, sharedTheme, type Theme, themeStylesPaths } from '../../pages/theme.js'
import type { DeskPage, DeskRuntime, DeskSection, OwnSection } from '../desk-call.js'
import type { DeskUser } from '../options.js'
import { icon } from '../parts/icons.js'
import { avatar } from '../parts/names.js'

const sections: readonly (readonly [section: DeskSection, path: string])[] = [
  ['quotes', '/'],
  ['approvals', '/?approval=pending'],
  ['templates', '/templates'],
  ['insight', '/insight'],
  ['activity', '/activity'],
  ['tags', '/tags'],
  ['users', '/users'],
]

/** Returns the response with a page of the desk. */
export async function pageResponse(
  runtime: DeskRuntime,
  user: DeskUser | undefined,
  page: Omit<DeskPage, 'section'> &
    Partial<Pick<DeskPage, 'section'>> & { readonly toApprove?: string },
  status = 200,
): Promise<Response> {
  const { assets, options, strings, lang } = runtime
  const { title: name = strings.list.title } = options
  const theme = user === undefined ? sharedTheme(options) : await loadTheme(options, user.storeId)
  const body = await layout({
    title: `${page.title} – ${name}`,
    lang,
    dir: getDirection(lang),
    styles: [
      assets['desk.css'] as string,
      ...themeStylesPaths(options, theme).map(runtime.url),
      ...(user === undefined ? [] : [runtime.url('/tags.css')]),
      ...(page.styles ?? []),
    ],
    icon: theme.icon,
    scripts: page.usesModule === true ? [assets['edit.js'] as string] : [],
    header: header(runtime, user, { name, theme, ...page }),
    main: page.main,
  })
  return new Response(String(body), { status, headers: pageHeaders })
}

interface FrameHeader {
  /** The name of the desk. */
  readonly name: string
  readonly theme: Theme
  readonly section?: DeskPage['section']
  /** How many quotes wait for an approval, if it is known and there are any. */
  readonly toApprove?: string
}

function header(
  { url, strings, engine, options: { pages = [], insight = false } }: DeskRuntime,
  user: DeskUser | undefined,
  { name, theme, section: current, toApprove }: FrameHeader,
) {
  const isUsed = { approvals: engine.requiresApprovals, insight }
  const shown = sections.filter(
    ([section]) => !Object.hasOwn(isUsed, section) || isUsed[section as keyof typeof isUsed],
  )
  const item = (path: string, picture: Html, label: string, isCurrent: boolean, count?: string) =>
    html`<li><a href="${url(path)}"${isCurrent && html` aria-current="page"`}>${picture}${label}${
      count !== undefined && html` <span class="count">${count}</span>`
    }</a></li>`
  const items = shown.map(([section, path]) => {
    const count = section === 'approvals' ? toApprove : undefined
    return item(path, icon(section), strings.sections[section], section === current, count)
  })
  const own = pages.map(({ name: page, label }) => {
    const path: OwnSection = `/pages/${page}`
    return item(path, icon('own'), label, path === current)
  })
  return html`<a class="skip" href="#main">${strings.common.skip}</a>
<header class="side no-print">
  <div class="top"><a class="brand" href="${url('/')}">${logo(theme)}<span>${name}</span></a>${
    user !== undefined &&
    html`<a class="button square" href="${url('/quotes/new')}" aria-label="${strings.quote.newTitle}">${icon('add')}</a>`
  }</div>
  ${
    user !== undefined &&
    html`<nav aria-label="${strings.common.desk}"><ul>${items}${own}</ul></nav>
    <span class="user">${avatar(user.name ?? user.actor ?? user.storeId)}</span>`
  }
</header>`
}
