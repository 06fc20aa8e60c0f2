import { html } from 'hono/html'
import { layout } from '../pages/layout.js'
import { getDirection } from '../pages/own-strings.js'
import { pageHeaders } from '../pages/security-headers.js'
import type { DeskPage, DeskRuntime, DeskSection } from './desk-call.js'
import type { DeskUser } from './options.js'

const sections: readonly (readonly [section: DeskSection, path: string])[] = [
  ['quotes', '/'],
  ['templates', '/templates'],
  ['activity', '/activity'],
  ['tags', '/tags'],
  ['users', '/users'],
]

/** Returns the response with a page of the desk. */
export async function pageResponse(
  runtime: DeskRuntime,
  user: DeskUser | undefined,
  page: Omit<DeskPage, 'section'> & { readonly section?: DeskSection },
  status = 200,
): Promise<Response> {
  const { assets, options, strings, lang } = runtime
  const { title: name = strings.list.title } = options
  const body = await layout({
    title: `${page.title} – ${name}`,
    lang,
    dir: getDirection(lang),
    styles: [
      assets['desk.css'] as string,
      ...(user === undefined ? [] : [runtime.url('/tags.css')]),
      ...(page.styles ?? []),
    ],
    scripts: page.usesModule === true ? [assets['edit.js'] as string] : [],
    header: header(runtime, user, name, page.section),
    main: page.main,
  })
  return new Response(String(body), { status, headers: pageHeaders })
}

function header(
  { url, strings }: DeskRuntime,
  user: DeskUser | undefined,
  name: string,
  current: DeskSection | undefined,
) {
  return html`<a class="skip" href="#main">${strings.common.skip}</a>
<header class="bar no-print"><div>
  <a class="brand" href="${url('/')}">${name}</a>
  ${
    user !== undefined &&
    html`<nav aria-label="${strings.common.desk}"><ul>${sections.map(
      ([section, path]) =>
        html`<li><a href="${url(path)}"${
          section === current && html` aria-current="page"`
        }>${strings.sections[section]}</a></li>`,
    )}</ul></nav>
    <span class="user">${user.name ?? user.actor ?? user.storeId}</span>`
  }
</div></header>`
}
