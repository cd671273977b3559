import { containsPersonalNumber } from '#packages/core'

/**
 * A page may search for a mobile or ID number. Addresses are shared, logged and stored, so such a number is never in
 * the address: it is kept in the state of the history entry only.
 */
export function splitPersonalNumbers(search: URLSearchParams): { query: string; numbers: string } {
  const pairs = [...search]
  const isNumber = ([, value]: [string, string]) => containsPersonalNumber(value)
  return {
    query: new URLSearchParams(pairs.filter((pair) => !isNumber(pair))).toString(),
    numbers: new URLSearchParams(pairs.filter(isNumber)).toString(),
  }
}

/** The search parameters as a page reads them: both parts together. */
export const joinPersonalNumbers = (query: string, numbers: string) =>
  new URLSearchParams([...new URLSearchParams(query), ...new URLSearchParams(numbers)])

export const toHistoryState = (numbers: string) => ({ numbers })

/** Undefined where the entry was not created by a page that changed its own address. */
export const getHistoryNumbers = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'numbers' in state ? String(state.numbers) : undefined
