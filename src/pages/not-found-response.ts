import { securityHeaders } from './security-headers.js'

/**
 * Returns the response to a path outside of the prefix of an app. Only the developer who mounts the
 * app sees it, for example below a path that the framework takes off.
 *
 * @param where `the desk is`
 */
export function notFoundResponse(where: string, prefix: string): Response {
  const headers = {
    ...securityHeaders,
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
  }
  const text =
    `No such path: ${where} at ${prefix || '/'}. If the app is mounted below a path, set its ` +
    `option prefix to what reaches it, and baseUrl to what the mount takes off.\n`
  return new Response(text, { status: 404, headers })
}
