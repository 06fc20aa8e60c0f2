/**
 * Listens on a free local port until the parent process ends.
 *
 * @param {import('node:net').Server} server
 */
export function listen(server) {
  process.on('disconnect', () => process.exit())
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
}
