/**
 * Returns a function that is created when it is first called, and then kept. For those that take
 * long to create, of which most processes call few: parsers, handlers of routes.
 */
export function createOnFirstCall<Args extends readonly unknown[], Result>(
  create: () => (...args: Args) => Result,
): (...args: Args) => Result {
  let created: ((...args: Args) => Result) | undefined
  return (...args) => {
    created ??= create()
    return created(...args)
  }
}
