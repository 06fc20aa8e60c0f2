/**
 * Waits for all promises, and returns their results. Unlike `Promise.all`, it waits for the others
 * if one rejects, so that no port call outlives its operation.
 *
 * @throws the first error, in the order of the promises
 */
export async function settleAll<T extends readonly unknown[]>(
  promises: {
    readonly [Index in keyof T]: Promise<T[Index]>
  },
): Promise<T> {
  await Promise.allSettled(promises)
  return Promise.all(promises) as Promise<unknown> as Promise<T>
}
