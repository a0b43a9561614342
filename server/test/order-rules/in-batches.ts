/** Does something with each of many, a few at once, and answers what came of it in their order. */
export async function inBatches<T, R>(all: readonly T[], work: (each: T) => Promise<R>): Promise<R[]> {
  const results = Array.from<R>({ length: all.length })
  let next = 0
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (let at = next++; at < all.length; at = next++) results[at] = await work(all[at]!)
    }),
  )
  return results
}
