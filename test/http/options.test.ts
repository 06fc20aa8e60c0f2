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

it('an app may inherit its options', async () => {
  const app = createHttpApp(Object.create({ ...sound, baseUrl: '/shop' }))
  expect((await app.request('/v3/bc/public/tags')).status).toBe(401)
})

it.each([
  [{ maxBodyBytes: '1kb' }, 'must be an integer of at least 1'],
  [{ maxBodyBytes: 0 }, 'must be an integer of at least 1'],
  [{ maxBodyBytes: Number.NaN }, 'must be an integer of at least 1'],
  [{ rateLimit: 5 }, 'must be a function'],
  [{ onError: 'log' }, 'must be a function'],
  [{ baseUrl: 7 }, 'must be a string'],
  [{ baseUrl: null }, 'must be a string'],
])('%o is refused by name', (option, message) => {
  const [name] = Object.keys(option)
  const refused = () => createHttpApp({ ...sound, ...option } as never)
  expect(faultsOf(refused, 'invalid_options')).toEqual({ [name as string]: message })
})

it.each(['https://x\n', 'https://x\r\nset-cookie: a=b', '/my shop', '/ö', '/\0', '/\u{1f600}'])(
  '%j is rejected as baseUrl, as Location cannot carry it',
  (baseUrl) => {
    const create = () => createHttpApp({ ...sound, baseUrl })
    expect(faultsOf(create, 'invalid_options')).toEqual({
      baseUrl:
        'must have visible ASCII characters alone, as Location has; percent-encode all others',
    })
  },
)

it.each(['', '/shop', 'https://shop.example:8080/a%20b?c=d#e'])('%j is a baseUrl', (baseUrl) => {
  expect(() => createHttpApp({ ...sound, baseUrl })).not.toThrow()
})
