import { nothing, type Scope } from '#packages/core'

interface Visited {
  id: string
  path: string
}

/**
 * What somebody may do while visiting: the same as at home, as far as it reaches the organisation that is visited, and
 * there only. Going on to the next school stays possible.
 */
export function cutToVisit(permissions: ReadonlyMap<string, Scope>, visited: Visited): Map<string, Scope> {
  return new Map(
    [...permissions].flatMap(([permission, scope]): [string, Scope][] => {
      if (permission === 'org.visit') return [[permission, scope]]
      if (reachesBelow(scope, visited)) return [[permission, { ...nothing, orgPaths: [visited.path] }]]
      return scope.orgIds.includes(visited.id) ? [[permission, { ...nothing, orgIds: [visited.id] }]] : []
    }),
  )
}

const reachesBelow = (scope: Scope, { path }: Visited) =>
  scope.district || scope.orgPaths.some((above) => path === above || path.startsWith(`${above}.`))
