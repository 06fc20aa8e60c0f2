import { expect, it } from 'vitest'
import { createCustomerPage } from '../../src/customer-page/app.js'
import { createDesk } from '../../src/desk/app/app.js'
import { sampleDesk, sampleEngine, seller } from '../desk/sample-desk.js'

const secrets = ['a secret of the sample desk, 32 characters']
const engine = sampleEngine()

it.each([
  ['desk', createDesk({ engine, secrets, authenticate: () => seller }), 'the desk is at /desk'],
  ['customer page', createCustomerPage({ engine, secrets }), 'offers are at /quote'],
])('the %s says where it is, outside of its prefix', async (_, app, where) => {
  for (const path of ['/', '/quotes', '/other/x']) {
    const response = await app.request(path)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain(where)
  }
})

it.each([undefined, 7, '', null])(
  'the desk names authenticate for the store %j',
  async (storeId) => {
    const desk = sampleDesk({ authenticate: () => ({ ...seller, storeId }) as never })
    expect((await desk.get('/')).status).toBe(500)
    expect(desk.errors).toMatchObject([
      {
        code: 'invalid_context',
        message: expect.stringContaining(
          'in the user that the option authenticate returns, received',
        ),
      },
    ])
  },
)
