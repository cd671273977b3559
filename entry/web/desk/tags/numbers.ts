import { holdsPersonalNumber } from '#packages/core'

/**
 * What a page looks for may be somebody's mobile or ID number. Addresses are shared, logged and kept, so such a number
 * never stands in one: it goes with the entry in the browser's history, and nowhere else.
 */
export function apart(search: URLSearchParams): { query: string; numbers: string } {
  const pairs = [...search]
  const isNumber = ([, value]: [string, string]) => holdsPersonalNumber(value)
  return {
    query: new URLSearchParams(pairs.filter((pair) => !isNumber(pair))).toString(),
    numbers: new URLSearchParams(pairs.filter(isNumber)).toString(),
  }
}

/** As a page reads it: the one as well as the other. */
export const together = (query: string, numbers: string) =>
  new URLSearchParams([...new URLSearchParams(query), ...new URLSearchParams(numbers)])

export const stateOf = (numbers: string) => ({ numbers })

/** Undefined where the entry was not made by a page that changed its own address. */
export const numbersIn = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'numbers' in state ? String(state.numbers) : undefined
