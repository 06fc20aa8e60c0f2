import {
  type ArgumentsHost,
  Body,
  Catch,
  Controller,
  type ExceptionFilter,
  Get,
  Inject,
  Module,
  Param,
  Post,
  UseFilters,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { Response } from 'express'
import {
  type CreateQuoteRequest,
  createQuoteEngine,
  memoryCatalog,
  memoryStorage,
  type QuoteEngine,
  QuoteError,
} from 'quotewright'
import { toProblem } from 'quotewright/http'

const quoteEngine = Symbol('QuoteEngine')
const context = { storeId: 'store-1' } // take the store from the user that your guard has found

@Catch(QuoteError)
class QuoteErrorFilter implements ExceptionFilter<QuoteError> {
  catch(error: QuoteError, host: ArgumentsHost) {
    const { status, headers, body } = toProblem(error) // hides the cause from status 500 on
    host.switchToHttp().getResponse<Response>().status(status).set(headers).json(body)
  }
}

@Controller('quotes')
@UseFilters(QuoteErrorFilter)
class QuotesController {
  constructor(@Inject(quoteEngine) private readonly engine: QuoteEngine) {}

  @Post()
  create(@Body() request: CreateQuoteRequest) {
    return this.engine.createQuote(context, request) // checks the request itself
  }

  @Get(':id')
  get(@Param('id') id: string) {
    return this.engine.getQuote(context, id)
  }
}

@Module({
  controllers: [QuotesController],
  providers: [
    {
      provide: quoteEngine,
      useFactory: () =>
        createQuoteEngine({
          storage: memoryStorage(),
          catalog: memoryCatalog({ 'store-1': [{ id: 118, price: '200.00' }] }),
        }),
    },
  ],
})
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: ['error'] })
await app.listen(0, '127.0.0.1')
const quotes = `${await app.getUrl()}/quotes`
const post = (body: string) =>
  fetch(quotes, { method: 'POST', headers: { 'content-type': 'application/json' }, body })

const created = await post(
  '{ "customer": { "name": "Ada" }, "products": [{ "id": 118, "qty": 2 }] }',
)
const { quoteId, quote } = await created.json()
console.log(created.status, quote.customer.name, quote.quote_total)

const missing = await fetch(`${quotes}/no-such-quote`)
console.log(missing.status, (await missing.json()).code)

const invalid = await post('{ "customer": {}, "products": [{ "id": 118, "qty": "2" }] }')
console.log(invalid.status, (await invalid.json()).errors)

const again = await fetch(`${quotes}/${quoteId}`)
if (again.status !== 200) throw new Error('the quote is not found')
await app.close()
await app.get<QuoteEngine>(quoteEngine).close()
