import { connect } from 'node:net'

/**
 * Opens a connection that repeats one request, and parses only the status and length of responses.
 * Node's own clients are slower than the servers under test, so they would dominate the result.
 *
 * @param {number} port
 * @param {string} request
 */
export function keepAlive(port, request) {
  const socket = connect(port, '127.0.0.1').setNoDelay().setEncoding('latin1')
  /** @type {(response: string) => void} */
  let resolveResponse = () => {}
  /** @type {(error: Error) => void} */
  let rejectResponse = () => {}
  let received = ''
  socket.on('data', (/** @type {string} */ chunk) => {
    received += chunk
    const length = lengthOf(received)
    if (length === undefined)
      socket.destroy(new Error(`expected 201 with a content-length, received: ${received}`))
    else if (received.length >= length) {
      resolveResponse(received)
      received = ''
    }
  })
  socket.on('error', (error) => rejectResponse(error))
  socket.on('close', () => rejectResponse(new Error('the server closed the connection')))
  return {
    send: () =>
      /** @type {Promise<string>} */ (
        new Promise((resolve, reject) => {
          resolveResponse = resolve
          rejectResponse = reject
          socket.write(request)
        })
      ),
    close: () => socket.destroy(),
  }
}

const lengthHeader = /\r\ncontent-length: (\d+)\r\n/i

/** Returns the length of a response, or undefined if it is not the expected one. */
function lengthOf(/** @type {string} */ received) {
  const body = received.indexOf('\r\n\r\n') + 4
  if (body < 4) return Number.POSITIVE_INFINITY
  const length = lengthHeader.exec(received.slice(0, body))?.[1]
  if (!received.startsWith('HTTP/1.1 201 ') || length === undefined) return undefined
  return body + Number(length)
}
