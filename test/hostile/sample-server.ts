import { type Running, startProgram } from '../examples/example-programs.js'

/** The headers of a seller of the sample store. */
export const sellerHeaders = {
  'content-type': 'application/json',
  'x-auth-client': 'store-1',
  'x-auth-token': 'seller-token',
}

/** Starts the sample server with little memory. Returns it with what it has printed. */
export async function startSampleServer(): Promise<Running & { readonly page: string }> {
  const parameters = ['--max-old-space-size=512', 'docs/examples/serve.mjs']
  const server = startProgram(process.execPath, parameters, { PORT: '0' })
  return { ...server, page: await server.printed('Ctrl-C ends the server.') }
}
