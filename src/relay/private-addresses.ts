import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'

/** Networks of IPv4 that are not public, by the registry of special addresses of IANA. */
const ipv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** Everything but global unicast, and of that what contains an address of IPv4 or is reserved. */
const ipv6 = [
  '::/3',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '4000::/2',
  '8000::/1',
]

/** A list of each family: one of both takes an address of IPv4 for one of IPv6, too. */
const privateNetworks = {
  ipv4: createBlockList(ipv4, 'ipv4'),
  ipv6: createBlockList(ipv6, 'ipv6'),
}

function createBlockList(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    list.addSubnet(address, Number(prefix), family)
  }
  return list
}

/** Returns true for an address of a machine, a local network or a reserved block, or no address. */
export function isPrivateAddress(address: string): boolean {
  if (isIP(address) === 0) return true
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  return privateNetworks[family].check(address, family)
}

/** Resolves names as `dns.lookup` does. */
export type Lookup = (
  hostname: string,
  options: LookupOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

const lookupAll: Lookup = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, callback)

/**
 * Returns a function for the option `lookup` of a socket, which fails for a name with an address
 * that is not public. The socket connects to the addresses that it returns, so a name that resolves
 * to another address the next time changes nothing.
 */
export function publicLookup(resolve: Lookup = lookupAll): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, options, (error, addresses) => {
      if (error !== null) return callback(error, [])
      const found = addresses.find(({ address }) => isPrivateAddress(address))
      const [first] = addresses
      if (found !== undefined || first === undefined)
        return callback(privateAddressError(hostname, found?.address), [])
      return options.all === true
        ? callback(null, addresses)
        : callback(null, first.address, first.family)
    })
  }
}

/** Returns the error of a host that must not be connected to. */
export function privateAddressError(hostname: string, address = 'no address'): Error {
  const found = hostname === address ? address : `${hostname}, which is ${address}`
  return new Error(`the address ${found}, is not public; set allowPrivateAddresses to allow it`)
}
