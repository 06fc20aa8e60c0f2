/**
 * Returns a function that creates a value when it is first called, and returns it from then on. For
 * what is often not needed, such as schemas: creating one takes 50 µs.
 */
export function lazy<Value extends object>(create: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= create()
    return value
  }
}
