/** A channel of `node:diagnostics_channel`, of which only this is known. */
interface Channel {
  readonly hasSubscribers: boolean
}

const events = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const

/** A tracing channel: a channel for each event. */
type TracedEvents = { readonly [Event in (typeof events)[number]]: Channel } & {
  readonly hasSubscribers?: boolean
}

/** Returns true if any channel of a tracing channel has subscribers. */
export function hasSubscribers(channels: TracedEvents): boolean {
  // Some runtimes only have that of each channel.
  return channels.hasSubscribers ?? events.some((event) => channels[event].hasSubscribers)
}
