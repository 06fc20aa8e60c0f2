/** Runs commands of the same key one after the other, in the order in which they came; those of other keys side by side. */
export type CommandQueue = <T>(key: string, command: () => Promise<T>) => Promise<T>

export function commandQueue(): CommandQueue {
  const tails = new Map<string, Promise<unknown>>()
  return (key, command) => {
    const previous = tails.get(key)
    const current = previous === undefined ? command() : previous.then(command, command)
    tails.set(key, current)
    const forget = () => {
      if (tails.get(key) === current) tails.delete(key)
    }
    current.then(forget, forget)
    return current
  }
}
