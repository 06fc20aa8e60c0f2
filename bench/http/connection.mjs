import { connect } from 'node:net'

/**
 * A connection that sends the same request again and again, and reads of each answer only what it takes to see that it is there and
 * where it ends. Node's own clients take longer for a request than the servers under test, and would be what is measured.
 *
 * @param {number} port
 * @param {string} request
 */
export function keepAlive(port, request) {
  const socket = connect(port, '127.0.0.1').setNoDelay().setEncoding('latin1')
  /** @type {(answer: string) => void} */
  let resolveAnswer = () => {}
  /** @type {(error: Error) => void} */
  let rejectAnswer = () => {}
  let received = ''
  socket.on('data', (/** @type {string} */ chunk) => {
    received += chunk
    const length = lengthOf(received)
    if (length === undefined) socket.destroy(new Error(`an unexpected answer: ${received}`))
    else if (received.length >= length) {
      resolveAnswer(received)
      received = ''
    }
  })
  socket.on('error', (error) => rejectAnswer(error))
  socket.on('close', () => rejectAnswer(new Error('the server hung up')))
  return {
    send: () =>
      /** @type {Promise<string>} */ (
        new Promise((resolve, reject) => {
          resolveAnswer = resolve
          rejectAnswer = reject
          socket.write(request)
        })
      ),
    close: () => socket.destroy(),
  }
}

const lengthHeader = /\r\ncontent-length: (\d+)\r\n/i

/** How long the answer is that begins like this; undefined where it is not the one expected. */
function lengthOf(/** @type {string} */ received) {
  const body = received.indexOf('\r\n\r\n') + 4
  if (body < 4) return Number.POSITIVE_INFINITY
  const length = lengthHeader.exec(received.slice(0, body))?.[1]
  if (!received.startsWith('HTTP/1.1 201 ') || length === undefined) return undefined
  return body + Number(length)
}
