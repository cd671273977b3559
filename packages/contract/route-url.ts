import { z } from 'zod'
import type { Route } from './route.ts'

/** The address of a call, with the query as on the wire. */
export function buildRouteUrl({ path, query: schema }: Pick<Route, 'path' | 'query'>, query: unknown): string {
  if (!schema || query === undefined) return path
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(z.encode(schema, query) as Record<string, unknown>)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one))
  }
  const text = search.toString()
  return text ? `${path}?${text}` : path
}
