import { containsPersonalNumber } from '#packages/core'

/**
 * What a page looks for may be somebody's mobile or ID number. Addresses are shared, logged and kept, so such a number
 * never stands in one: it goes with the entry in the browser's history, and nowhere else.
 */
export function splitPersonalNumbers(search: URLSearchParams): { query: string; numbers: string } {
  const pairs = [...search]
  const isNumber = ([, value]: [string, string]) => containsPersonalNumber(value)
  return {
    query: new URLSearchParams(pairs.filter((pair) => !isNumber(pair))).toString(),
    numbers: new URLSearchParams(pairs.filter(isNumber)).toString(),
  }
}

/** As a page reads it: the one as well as the other. */
export const joinPersonalNumbers = (query: string, numbers: string) =>
  new URLSearchParams([...new URLSearchParams(query), ...new URLSearchParams(numbers)])

export const toHistoryState = (numbers: string) => ({ numbers })

/** Undefined where the entry was not made by a page that changed its own address. */
export const getHistoryNumbers = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'numbers' in state ? String(state.numbers) : undefined
