import { html } from 'hono/html'
import { hiddenField } from '../../pages/forms/hidden-field.js'
import { type EscapedHtml, loadFrame } from '../../pages/host-html.js'
import { type Html, layout, logo, mainElement } from '../../pages/layout.js'
import { getDirection } from '../../pages/own-strings.js'
import { pageHeaders } from '../../pages/security-headers.js'
import {
  loadTheme,
  ownStyles,
  pagePolicy,
  sharedTheme,
  type Theme,
  themeStylesPaths,
} from '../../pages/theme.js'
import type { DeskPage, DeskRuntime } from '../desk-call.js'
import {
  deskSections,
  type HostLink,
  type OwnSection,
  type SignOut,
} from '../navigation/options.js'
import type { DeskUser } from '../options.js'
import { icon } from '../parts/icons.js'
import { avatar } from '../parts/names.js'
import { loadNavigation, type UserNavigation } from './load-navigation.js'

/** Who sees a page: undefined on a page for everybody, such as that of an error. */
export interface Visit {
  readonly user?: DeskUser
  readonly request: Request
}

/** Returns the response with a page of the desk. */
export async function pageResponse(
  runtime: DeskRuntime,
  visit: Visit,
  page: Omit<DeskPage, 'section'> & Partial<Pick<DeskPage, 'section'>>,
  status = 200,
): Promise<Response> {
  const { assets, options, strings, lang, url } = runtime
  const { title: name = strings.list.title } = options
  const { user, request } = visit
  const theme = user === undefined ? sharedTheme(options) : await loadTheme(options, user.storeId)
  const main = await page.main
  const parts = await frameParts(runtime, visit, page.section)
  const { frame } = options
  const content = await mainElement(main)
  const call = { user, request, url, title: page.title, section: page.section, content }
  const framed = await loadFrame(
    options,
    request,
    content,
    frame && (() => frame({ ...call, navigation: parts.navigation, userMenu: parts.userMenu })),
  )
  const body = await layout({
    title: `${page.title} – ${name}`,
    lang,
    dir: getDirection(lang),
    styles: [
      assets['desk.css'] as string,
      ...themeStylesPaths(options, theme).map(url),
      ...(user === undefined ? [] : [url('/tags.css')]),
      ...(page.styles ?? []),
      ...ownStyles(theme, url),
    ],
    icon: theme.icon,
    scripts: page.usesModule === true ? [assets['edit.js'] as string] : [],
    skip: strings.common.skip,
    header: header(runtime, visit, { name, theme, ...parts }),
    main,
    framed,
  })
  const policy = pagePolicy(theme, options.pictureOrigins)
  const headers = { ...pageHeaders, 'content-security-policy': policy }
  return new Response(String(body), { status, headers })
}

/** What stands around a page for its user. Empty on a page for everybody. */
interface FrameParts {
  readonly navigation: EscapedHtml
  readonly userMenu: EscapedHtml
}

async function frameParts(
  runtime: DeskRuntime,
  { user, request }: Visit,
  current: DeskPage['section'] | undefined,
): Promise<FrameParts> {
  if (user === undefined) return { navigation: await html``, userMenu: await html`` }
  const own = await loadNavigation(runtime, user, request)
  return {
    navigation: await navigation(runtime, own, current),
    userMenu: await userMenu(runtime, user, own),
  }
}

interface FrameHeader extends FrameParts {
  /** The name of the desk. */
  readonly name: string
  readonly theme: Theme
}

function header(
  { url, strings }: DeskRuntime,
  { user }: Visit,
  { name, theme, navigation, userMenu }: FrameHeader,
): Html {
  return html`<header class="side no-print">
  <div class="top"><a class="brand" href="${url('/')}">${logo(theme)}<span>${name}</span></a>${
    user !== undefined &&
    html`<a class="button square" href="${url('/quotes/new')}" aria-label="${strings.quote.newTitle}">${icon('add')}</a>`
  }</div>
  ${navigation}
  ${userMenu}
</header>`
}

/** Shows where one can go: links of the host around the sections of the desk. */
function navigation(
  runtime: DeskRuntime,
  { navigation: { before, after, sections, hidden = [] }, badges }: UserNavigation,
  current: DeskPage['section'] | undefined,
): Html {
  const { url, strings, engine, options } = runtime
  const { pages = [], insight = false } = options
  const isUsed = { approvals: engine.requiresApprovals, insight }
  const ours = deskSections
    .filter(([name]) => !Object.hasOwn(isUsed, name) || isUsed[name as keyof typeof isUsed])
    .map(([name, path]) => ({ name, path, picture: icon(name), label: strings.sections[name] }))
  const own = pages.map(({ name, label }) => {
    const path: OwnSection = `/pages/${name}`
    return { name: path, path, picture: icon('own'), label }
  })
  const all = new Map([...ours, ...own].map((each) => [each.name, each] as const))
  const names = (sections ?? [...all.keys()]).filter((name) => !hidden.includes(name))
  const items = names.flatMap((name): readonly NavigationLink[] => {
    const section = all.get(name)
    if (section === undefined) return []
    const count = badges.get(name)
    const badge = count !== undefined && html` <span class="count">${count}</span>`
    const isCurrent = name === current
    const link = html`<a href="${url(section.path)}"${isCurrent && html` aria-current="page"`}>${
      section.picture
    }${section.label}${badge}</a>`
    return [{ link, isCurrent }]
  })
  const links = [...hostLinks(before), ...items, ...hostLinks(after)]
  const over = links.length > maxOnPhone ? links.slice(maxOnPhone - 1) : []
  return html`<nav class="sections" aria-label="${strings.common.desk}"><ul>${links.map(
    (each) => html`<li${over.includes(each) && html` class="over"`}>${each.link}</li>`,
  )}${over.length > 0 && moreLinks(strings.common.more, over)}</ul></nav>`
}

interface NavigationLink {
  readonly link: Html
  readonly isCurrent?: boolean
}

/** The bar of a phone has so many links, the last of which may be a menu of all others. */
const maxOnPhone = 5

/** Shows links in a menu, which only a phone has: elsewhere they stand beside the others. */
function moreLinks(label: string, links: readonly NavigationLink[]): Html {
  const isCurrent = links.some((each) => each.isCurrent)
  return html`<li class="rest"><details class="menu"><summary${isCurrent && html` class="current"`}>${icon('more')}${label}</summary>
    <ul class="pop">${links.map(({ link }) => html`<li>${link}</li>`)}</ul></details></li>`
}

function hostLinks(links: readonly HostLink[] = []): readonly NavigationLink[] {
  return links.map(({ label, url }) => ({
    link: html`<a href="${url}">${icon('link')}${label}</a>`,
  }))
}

/** Shows who is here, with a menu if the host has something for it. */
function userMenu(
  { strings }: DeskRuntime,
  user: DeskUser,
  { navigation: { user: links = [] }, signOut }: UserNavigation,
): Html {
  const name = avatar(user.name ?? user.actor ?? user.storeId)
  if (signOut === undefined && links.length === 0) return html`<span class="user">${name}</span>`
  return html`<details class="menu me"><summary class="user">${name}</summary>
    <ul class="pop">${links.map(({ label, url }) => html`<li><a href="${url}">${label}</a></li>`)}${
      signOut !== undefined && html`<li>${signOutLink(signOut, strings.common.signOut)}</li>`
    }</ul></details>`
}

function signOutLink(signOut: SignOut, label: string): Html {
  if (typeof signOut === 'string') return html`<a href="${signOut}">${label}</a>`
  const { post, fields = {} } = signOut
  return html`<form method="post" action="${post}">${Object.entries(fields).map(([name, value]) =>
    hiddenField(name, value),
  )}<button>${label}</button></form>`
}
