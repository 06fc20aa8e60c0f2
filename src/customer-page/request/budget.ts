import { isIPv6 } from 'node:net'

/** How many requests of strangers are stored within a time. */
export interface RequestBudget {
  /**
   * Requests of one network address, and of one IPv6 network of 64 bits. Counts only with
   * `addressOf`.
   *
   * @default 10
   */
  readonly perAddress?: number | undefined
  /**
   * Requests of one store.
   *
   * @default 100
   */
  readonly perStore?: number | undefined
  /**
   * The time, in milliseconds. It begins with the first request of a store.
   *
   * @default 3_600_000, one hour
   */
  readonly windowMs?: number | undefined
}

/** What was granted within a time. */
interface Window {
  readonly ends: number
  readonly keys: Set<string>
  readonly byAddress: Map<string, number>
}

/** A request that is to be stored. */
interface Spending {
  /** What has a budget of its own. */
  readonly of: string
  /** The key of the request: the same one is granted again. */
  readonly key: string
  readonly address: string | undefined
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

/** Exceeds the stores of a host. The oldest windows go first. */
const maxWindows = 10_000

/**
 * Returns a function that grants a request, or says how many seconds it must wait. It keeps only
 * what it has granted, so there are never more addresses than the budget of a store.
 *
 * @param windows What it keeps.
 */
export function createBudget(
  { perAddress = 10, perStore = 100, windowMs = 3_600_000 }: RequestBudget,
  windows = new Map<string, Window>(),
): (spending: Spending) => number {
  function currentWindow(of: string, now: number): Window {
    const known = windows.get(of)
    // A clock that was set back must not make the time longer.
    if (known !== undefined && known.ends > now && known.ends <= now + windowMs) return known
    windows.delete(of)
    const [oldest = of] = windows.keys()
    if (windows.size >= maxWindows) windows.delete(oldest)
    const window = { ends: now + windowMs, keys: new Set<string>(), byAddress: new Map() }
    windows.set(of, window)
    return window
  }
  return ({ of, key, address, now }) => {
    const { ends, keys, byAddress } = currentWindow(of, now)
    if (keys.has(key)) return 0
    const network = address === undefined ? undefined : toNetwork(address)
    const count = (network !== undefined && byAddress.get(network)) || 0
    if (keys.size >= perStore || count >= perAddress) return (ends - now) / 1000
    keys.add(key)
    if (network !== undefined) byAddress.set(network, count + 1)
    return 0
  }
}

/**
 * Returns what one person has: an address, or an IPv6 network of 64 bits. Servers write addresses
 * of IPv4 as `::ffff:192.0.2.1`.
 */
function toNetwork(address: string): string {
  const [plain = ''] = address.split('%', 1)
  const mapped = /^::ffff:([\d.]+)$/i.exec(plain)?.[1]
  if (mapped !== undefined || !isIPv6(plain)) return mapped ?? address
  const [head = [], tail = []] = plain.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  const groups = [...head, ...zeros, ...tail].slice(0, 4)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}
