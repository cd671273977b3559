import { useQuery } from '@tanstack/react-query'
import { areasQuery } from '../change-queries.ts'
import { findAreaPath } from '../pickers/area-path.ts'

/** The full name of an area, from the province down. */
export function AreaName({ code }: { code: string }) {
  const { data } = useQuery(areasQuery())
  if (!data) return null
  // An outdated code is shown as it is.
  return (
    findAreaPath(data, code)
      .map(({ name }) => name)
      .join(' ') || code
  )
}
