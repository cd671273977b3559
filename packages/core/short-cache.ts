const maxCached = 20_000

/** Values that may be a little old, in the memory of this process. A value that cannot be read is not kept. */
export function createShortCache<T>(ms: number) {
  const known = new Map<string, { value: T; until: number }>()
  return async (key: string, now: Date, read: () => Promise<T>): Promise<T> => {
    const one = known.get(key)
    if (one && one.until > now.getTime()) return one.value
    const value = await read()
    if (known.size >= maxCached) known.clear()
    known.set(key, { value, until: now.getTime() + ms })
    return value
  }
}
