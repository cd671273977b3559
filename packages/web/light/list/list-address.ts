import { isInLayer } from '../use-back-key.ts'
import type { AnyList } from './any-list.ts'
import type { Filter } from './use-rows.ts'

/**
 * The filters in the address, under the same names as on the desk, so that one link works in both roots. The keyword is
 * never in the address: it may be the number of a person.
 */
export function readFilter({ filters = [] }: Pick<AnyList, 'filters'>, search: string): Filter {
  const params = new URLSearchParams(search)
  return Object.fromEntries(
    filters.flatMap(({ name }) => {
      const value = params.get(name)
      return value ? [[name, value]] : []
    }),
  )
}

/** Replaces the filters in the address. An open sheet is left first, because it has its own entry in the history. */
export function writeFilter({ filters = [] }: Pick<AnyList, 'filters'>, filter: Filter) {
  const params = new URLSearchParams(location.search)
  for (const { name } of filters) {
    if (filter[name]) params.set(name, filter[name])
    else params.delete(name)
  }
  params.delete('open')
  const query = params.toString()
  const write = () => history.replaceState(history.state, '', location.pathname + (query ? `?${query}` : ''))
  if (isInLayer()) window.addEventListener('popstate', write, { once: true })
  else write()
}
