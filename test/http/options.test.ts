import { expect, it } from 'vitest'
import { createHttpApp } from '../../src/http/app.js'
import { faultsOf } from '../quote/samples.js'
import { sampleEngine } from './sample-app.js'

const sound = { engine: sampleEngine(), authenticate: () => undefined }

it('an app needs an engine and an authenticator', () => {
  const faults = { engine: 'must be a quote engine', authenticate: 'must be a function' }
  expect(faultsOf(() => createHttpApp({} as never), 'invalid_options')).toEqual(faults)
  expect(faultsOf(() => createHttpApp(undefined as never), 'invalid_options')).toEqual(faults)
})

it.each([
  [{ maxBodyBytes: '1kb' }, 'must be an integer of at least 1'],
  [{ maxBodyBytes: 0 }, 'must be an integer of at least 1'],
  [{ maxBodyBytes: Number.NaN }, 'must be an integer of at least 1'],
  [{ rateLimit: 5 }, 'must be a function'],
  [{ onFailure: 'log' }, 'must be a function'],
  [{ baseUrl: 7 }, 'must be a text'],
])('%o is refused by name', (option, message) => {
  const [name] = Object.keys(option)
  const refused = () => createHttpApp({ ...sound, ...option } as never)
  expect(faultsOf(refused, 'invalid_options')).toEqual({ [name as string]: message })
})
