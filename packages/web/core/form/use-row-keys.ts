import { useState } from 'react'

/** Keys for rows without an id, so that a removed row takes its controls along. */
export function useRowKeys(count: number) {
  const [{ keys, next }, setKeys] = useState(() => createKeys(count, 0))
  // Other rows were put in: a reset, or a restored draft.
  const current = keys.length === count ? keys : createKeys(count, next).keys
  if (current !== keys) setKeys({ keys: current, next: next + count })
  return {
    keys: current,
    add: () => setKeys({ keys: [...current, next], next: next + 1 }),
    remove: (at: number) => setKeys({ keys: current.filter((_, index) => index !== at), next }),
  }
}

const createKeys = (count: number, from: number) => ({
  keys: Array.from({ length: count }, (_, at) => from + at),
  next: from + count,
})
