import { useQuery } from '@tanstack/react-query'
import { areas } from '../change-queries.ts'
import { areaPath } from '../picking/area-path.ts'

/** An area by its name, from the province down. */
export function AreaName({ code }: { code: string }) {
  const { data } = useQuery(areas())
  if (!data) return null
  // A code from before the table was brought up to date says more than nothing.
  return (
    areaPath(data, code)
      .map(({ name }) => name)
      .join(' ') || code
  )
}
