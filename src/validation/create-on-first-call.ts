/**
 * Returns a function that is created when it is first called, and then kept. For those that take
 * long to create, of which most processes call few: parsers, handlers of routes. If creating it
 * throws, the next call creates it again.
 */
export function createOnFirstCall<Argument, Result>(
  create: () => (argument: Argument) => Result,
): (argument: Argument) => Result {
  let created: ((argument: Argument) => Result) | undefined
  return (argument) => {
    created ??= create()
    return created(argument)
  }
}
