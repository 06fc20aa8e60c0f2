import { tracingChannel } from 'node:diagnostics_channel'
import { describeThrown } from '../errors/thrown.js'
import { isQuoteError } from '../errors.js'
import type { RelayEventType } from '../relay/event.js'
import type { Destination, RelayOptions } from '../relay/options.js'
import { createRelay, type Relay } from '../relay/relay.js'
import type { DeliveryTrace } from '../relay/trace-delivery.js'
import { webhook } from '../relay/webhook.js'
import { toIsoTime } from '../validation/times.js'
import { type CommandCall, defineCommand, type ExitCode, UsageError } from './command.js'
import { engineOptions, withEngine } from './engine.js'
import { print } from './print.js'

/** What the file of `--config` exports as `relay`. */
type RelayConfig = Partial<Omit<RelayOptions, 'engine' | 'storage'>>

const defaultSecretVariable = 'QUOTEWRIGHT_WEBHOOK_SECRET'

/** The command that delivers events until it is stopped. */
export const relayCommand = defineCommand({
  name: 'relay',
  summary: 'Delivers events to a webhook, or to the destinations of a config, until it is stopped.',
  details: [
    'Prints a line of JSON for each attempt, and on the standard error what fails: deliveries,',
    'the database, and stores in which nothing has happened, as their id may be misspelled.',
    'Destinations are those of --webhook, or of relay, which the --config exports:',
    'an object with the options of createRelay without engine and storage.',
    'SIGTERM and SIGINT end it with the code 0, after the deliveries that are in flight.',
  ],
  options: {
    ...engineOptions,
    stores: { type: 'string', value: 'ids', description: 'Ids of the stores, between commas' },
    webhook: { type: 'string', value: 'url', description: 'Where events are posted to' },
    'secret-env': {
      type: 'string',
      value: 'name',
      description: `Variable with the secret of --webhook; ${defaultSecretVariable} by default`,
    },
    types: {
      type: 'string',
      value: 'types',
      description: 'Types of events for --webhook, between commas; all by default',
    },
    start: {
      type: 'string',
      choices: ['beginning', 'now'],
      description: 'Where --webhook begins in a store at first; beginning by default',
    },
    'allow-private-addresses': {
      type: 'boolean',
      description: 'Allow --webhook to be in a private network',
    },
    once: {
      type: 'boolean',
      description: 'Deliver what is due, and end: with the code 1 if failed deliveries remain',
    },
  },

  run: (values, call) =>
    withEngine(values, async ({ engine, storage, config }): Promise<ExitCode> => {
      const { stores: storeIds, once } = values
      const configured = config.relay as RelayConfig | undefined
      const stores = storeIds?.split(',').map((id) => id.trim()) ?? configured?.stores
      if (stores === undefined)
        throw new UsageError('--stores is required: ids of stores, or relay.stores of a --config')
      let errors = 0
      const options: RelayOptions = {
        ...configured,
        engine,
        storage,
        stores,
        destinations: getDestinations(values, configured),
        onError(error, at) {
          // What fails is counted by `health`, and a store can be new.
          if (at.outcome === undefined && !isEmptyStore(error)) errors += 1
          call.log(`quotewright: ${describePlace(at)}${describeThrown(error)}`)
          return configured?.onError?.(error, at)
        },
      }
      const relay = createRelay(options)
      const unsubscribe = printDeliveries(call)
      try {
        if (once !== true) return await runUntilStopped(relay, call)
        const failing = await runOnce(relay, call)
        return failing > 0 || errors > 0 ? 1 : 0
      } finally {
        unsubscribe()
      }
    }),
})

/** @throws UsageError if there are none, or both kinds of them */
function getDestinations(
  values: {
    readonly webhook: string | undefined
    readonly types: string | undefined
    readonly start: string | undefined
    readonly 'secret-env': string | undefined
    readonly 'allow-private-addresses': boolean
  },
  configured: RelayConfig | undefined,
): Readonly<Record<string, Destination>> {
  const { webhook: url, types, start } = values
  if (configured?.destinations !== undefined && url !== undefined)
    throw new UsageError(
      '--webhook cannot be used with a --config that exports relay.destinations: ' +
        'add a webhook there',
    )
  if (configured?.destinations !== undefined) return configured.destinations
  if (url === undefined)
    throw new UsageError('--webhook is required: a URL, or relay.destinations of a --config')
  const variable = values['secret-env'] ?? defaultSecretVariable
  const secret = process.env[variable]
  if (secret === undefined || secret === '')
    throw new UsageError(
      `${variable} is not set: it must have the secret of --webhook, as createSecret() makes one`,
    )
  return {
    webhook: webhook({
      url,
      secret: secret.split(/[\s,]+/),
      ...(types !== undefined && { types: types.split(',') as RelayEventType[] }),
      ...(start !== undefined && { start: start as 'now' }),
      allowPrivateAddresses: values['allow-private-addresses'] === true,
    }),
  }
}

async function runUntilStopped(relay: Relay, { signal, log }: CommandCall): Promise<ExitCode> {
  relay.start()
  log('The relay has started.')
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve())
  })
  log('Stopping after the deliveries that are in flight.')
  await relay.stop()
  return 0
}

/** Returns how many destinations of stores have failed deliveries. */
async function runOnce(relay: Relay, call: CommandCall): Promise<number> {
  call.signal.addEventListener('abort', () => void relay.stop())
  const report = await relay.run()
  const failing = (await relay.health()).filter(
    ({ attempts, deadLetters, disabled }) =>
      attempts > 0 || deadLetters > 0 || disabled !== undefined,
  )
  for (const each of failing) await print(call, JSON.stringify(each))
  await print(call, JSON.stringify(report))
  return failing.length
}

/** Prints a line for each delivery that ends. Returns a function that ends this. */
function printDeliveries(call: CommandCall): () => void {
  const channel = tracingChannel<unknown, DeliveryTrace>('quotewright.delivery')
  const ignore = () => {}
  const subscribers = {
    start: ignore,
    end: ignore,
    asyncStart: ignore,
    asyncEnd({ event, destination, attempt, outcome, error }: DeliveryTrace) {
      const { id, type, storeId, position, quoteId } = event
      const time = toIsoTime(Date.now())
      const failure = outcome === 'delivered' ? {} : { error: describeThrown(error) }
      const line = { time, outcome, destination, storeId, position, type, id, quoteId, attempt }
      void print(call, JSON.stringify({ ...line, ...failure })).catch(ignore)
    },
    error: ignore,
  }
  channel.subscribe(subscribers)
  return () => channel.unsubscribe(subscribers)
}

/** Returns true for the report that nothing has happened in a store. */
function isEmptyStore(error: unknown): boolean {
  return isQuoteError(error) && error.code === 'invalid_options'
}

function describePlace({ storeId, destination }: { storeId?: string; destination?: string }) {
  if (storeId === undefined) return ''
  return destination === undefined ? `${storeId}: ` : `${destination} of ${storeId}: `
}
