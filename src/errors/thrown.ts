// Anything can be thrown: a function of the host, a driver or a server decides, not this library.
// So whatever is read of an error is read here, where nothing can throw.

const maxTextLength = 500

/** Returns a property of a value; undefined if it has none, or reading it throws. Never throws. */
export function readProperty(value: unknown, name: string): unknown {
  try {
    return (value as Readonly<Record<string, unknown>> | null | undefined)?.[name]
  } catch {
    return undefined
  }
}

/** Returns the result of `instanceof`, or false for a value whose prototype can't be read. */
export function isInstance<T>(value: unknown, type: new (...args: never[]) => T): value is T {
  try {
    return value instanceof type
  } catch {
    return false
  }
}

/**
 * Returns the message of an error, or a string that was thrown; undefined if there is none. Never
 * throws.
 */
export function readMessage(error: unknown): string | undefined {
  const message = typeof error === 'string' ? error : readProperty(error, 'message')
  if (typeof message !== 'string') return undefined
  // Node reports a failed connection as an AggregateError without a message.
  if (message === '') {
    const first = readProperty(readProperty(readProperty(error, 'errors'), '0'), 'message')
    return typeof first === 'string' && first !== '' ? first : undefined
  }
  return message
}

/**
 * Describes whatever was thrown in a text that every storage can keep and every log can show: at
 * most 500 characters. Never throws.
 */
export function describeThrown(error: unknown): string {
  const text = readMessage(error) ?? describeWithoutMessage(error)
  return text.slice(0, maxTextLength).toWellFormed().replaceAll('\0', ' ')
}

function describeWithoutMessage(error: unknown): string {
  const isObject = (typeof error === 'object' && error !== null) || typeof error === 'function'
  return isObject ? 'an error without a message' : `${String(error)} was thrown`
}
