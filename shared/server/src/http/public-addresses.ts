import { BlockList, isIP } from 'node:net'

/** Networks that are not for everybody: this machine, private, link-local, shared, documentation, benchmarks, multicast, reserved, and those that carry IPv4 inside IPv6 (IANA special-purpose registries, RFC 6890). */
const networks: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16], ['172.16.0.0', 12], ['192.0.0.0', 24], ['192.0.2.0', 24], ['192.88.99.0', 24], ['192.168.0.0', 16],
  ['198.18.0.0', 15], ['198.51.100.0', 24], ['203.0.113.0', 24], ['224.0.0.0', 4], ['240.0.0.0', 4],
  ['::', 96], ['64:ff9b::', 96], ['64:ff9b:1::', 48], ['100::', 64], ['2001::', 23], ['2001:db8::', 32], ['2002::', 16], ['3fff::', 20], ['5f00::', 16], ['fc00::', 7], ['fe80::', 10], ['fec0::', 10], ['ff00::', 8],
]

const inside = new BlockList()
for (const [network, prefix] of networks) inside.addSubnet(network, prefix, network.includes(':') ? 'ipv6' : 'ipv4')

/** Whether an IP address belongs to the public internet; IPv4 in IPv6 is judged as what it is. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  // The list judges ::ffff:10.0.0.1 by its rules of IPv4.
  return family !== 0 && !inside.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
