import type { PostgresClient } from '../client.js'

/** The part of a Prisma transaction that is used. */
export interface PrismaTransaction {
  $queryRawUnsafe(text: string, ...values: unknown[]): PromiseLike<unknown>
}

/**
 * Returns a client that runs statements in an interactive transaction of Prisma.
 *
 * @example
 * await prisma.$transaction(async (tx) => {
 *   await tx.order.create({ data: { id: 1 } })
 *   await engine.using(prismaClient(tx)).createQuote(context, request)
 * })
 */
export function prismaClient(tx: PrismaTransaction): PostgresClient {
  return {
    query: async (text, values = []) => ({
      rows: (await tx.$queryRawUnsafe(text, ...values)) as unknown[],
    }),
  }
}
