/** Responses are for their caller, and change with the next write. */
export const noStore = { 'cache-control': 'no-store' }

/** Creates a response with a body of JSON. */
export function jsonResponse(
  body: object,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...headers, 'content-type': 'application/json', ...noStore },
  })
}
