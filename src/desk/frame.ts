import { html } from 'hono/html'
import { layout } from '../pages/layout.js'
import { pageHeaders } from '../pages/security-headers.js'
import type { DeskPage, DeskRuntime, DeskSection } from './desk-call.js'
import type { DeskUser } from './options.js'

const sections: readonly (readonly [section: DeskSection, path: string, label: string])[] = [
  ['quotes', '/', 'Quotes'],
  ['templates', '/templates', 'Templates'],
  ['activity', '/activity', 'Activity'],
  ['tags', '/tags', 'Tags'],
  ['users', '/users', 'Users'],
]

/** Returns the response with a page of the desk. */
export async function pageResponse(
  runtime: DeskRuntime,
  user: DeskUser | undefined,
  page: Omit<DeskPage, 'section'> & { readonly section?: DeskSection },
  status = 200,
): Promise<Response> {
  const { assets, options } = runtime
  const { title: name = 'Quotes' } = options
  const body = await layout({
    title: `${page.title} – ${name}`,
    lang: 'en',
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
  { url }: DeskRuntime,
  user: DeskUser | undefined,
  name: string,
  current: DeskSection | undefined,
) {
  return html`<a class="skip" href="#main">Skip to content</a>
<header class="bar no-print"><div>
  <a class="brand" href="${url('/')}">${name}</a>
  ${
    user !== undefined &&
    html`<nav aria-label="Desk"><ul>${sections.map(
      ([section, path, label]) =>
        html`<li><a href="${url(path)}"${
          section === current && html` aria-current="page"`
        }>${label}</a></li>`,
    )}</ul></nav>
    <span class="user">${user.name ?? user.actor ?? user.storeId}</span>`
  }
</div></header>`
}
