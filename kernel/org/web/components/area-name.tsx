import { useQuery } from '@tanstack/react-query'
import { areasQuery } from '../change-queries.ts'
import { findAreaPath } from '../pickers/area-path.ts'

/** An area by its name, from the province down. */
export function AreaName({ code }: { code: string }) {
  const { data } = useQuery(areasQuery())
  if (!data) return null
  // A code from before the table was brought up to date says more than nothing.
  return (
    findAreaPath(data, code)
      .map(({ name }) => name)
      .join(' ') || code
  )
}
