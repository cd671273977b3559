import { useQueries, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { isMissingOrForbidden } from '#packages/web/core/call-error.ts'
import type { TreeNode, TreeSpec } from './tree-list-spec.ts'

type Level = UseQueryResult<TreeNode[]>

export interface TreeState {
  roots: Level
  /** The loaded levels by node, including closed ones, so that closing a node keeps the chosen node below it. */
  levels: ReadonlyMap<string, Level>
  open: readonly string[]
  setOpen: (ids: readonly string[]) => void
  /** The node of the address, or the first one. */
  chosen: TreeNode | undefined
  /** From the root down to the chosen node. */
  path: readonly TreeNode[]
  /** Why the chosen node is unknown. */
  error: unknown
  /** Whether there is a tree, or one is loading. */
  isThere: boolean
  /** The address names a node that does not exist for this user. */
  isLost: boolean
}

/** Loads the tree level by level as it is expanded, and expands it down to the chosen node. */
export function useTree({ level, parentOf }: TreeSpec, requestedId: string | undefined): TreeState {
  const client = useQueryClient()
  const [opened, setOpened] = useState<readonly string[] | undefined>()
  const [known, setKnown] = useState<readonly string[]>([])
  const roots = useQuery(level(null))
  const first = roots.data?.[0]
  const [start] = useState(requestedId)
  // A single root is expanded from the start, and so is the start node.
  const open = useMemo(() => opened ?? startOf(roots.data ?? [], start), [opened, roots.data, start])
  const read = [...new Set([...known, ...open])]
  const results = useQueries({ queries: read.map((id) => level(id)) }) as Level[]
  const levels = new Map(read.map((id, at) => [id, results[at]!]))

  const nodes = nodesOf(roots, levels)
  const path = pathTo(requestedId ?? first?.id ?? '', nodes)

  const setOpen = (ids: readonly string[]) => {
    setKnown(read)
    setOpened(ids)
  }

  const isMissing = Boolean(roots.data && requestedId && !nodes.has(requestedId))
  const above = useQuery({
    queryKey: [...parentOf(requestedId ?? '').queryKey, 'above'],
    queryFn: () =>
      ancestorsOf(requestedId ?? '', new Set(roots.data?.map(({ id }) => id)), (id) => client.fetchQuery(parentOf(id))),
    enabled: isMissing,
  })
  useEffect(() => {
    if (isMissing && above.data)
      setOpened((before) => [
        ...new Set([...(before ?? open), ...above.data, ...(requestedId === start ? [start!] : [])]),
      ])
    // Only a missing node triggers this; the expanded nodes may change in the meantime.
    // eslint-disable-next-line react/exhaustive-deps
  }, [isMissing, above.data])

  const queriesToNode = isMissing ? [above, ...(above.data ?? []).map((id) => levels.get(id))] : [roots]
  const error = queriesToNode.find((step) => step?.isError && !step.data)?.error ?? undefined
  // Every level down to it is loaded, and none contains it.
  const isNowhere = isMissing && queriesToNode.every((step) => step?.data && !step.isFetching)

  return {
    roots,
    levels,
    open,
    setOpen,
    chosen: path.at(-1),
    path,
    isThere: roots.isPending || Boolean(first),
    error: isMissing && isMissingOrForbidden(error) ? undefined : error,
    isLost: isNowhere || (isMissing && isMissingOrForbidden(error)),
  }
}

type Nodes = ReadonlyMap<string, { node: TreeNode; parent: string | null }>

/** Everything loaded so far, by id. */
function nodesOf(roots: Level, levels: ReadonlyMap<string, Level>): Nodes {
  const nodes = new Map<string, { node: TreeNode; parent: string | null }>()
  for (const [parent, { data }] of [[null, roots] as const, ...levels]) {
    for (const node of data ?? []) nodes.set(node.id, { node, parent })
  }
  return nodes
}

function pathTo(id: string, nodes: Nodes): TreeNode[] {
  const path: TreeNode[] = []
  let step = nodes.get(id)
  while (step) {
    path.unshift(step.node)
    step = nodes.get(step.parent ?? '')
  }
  return path
}

/** The ancestors of a node, up to a root of the user's tree. */
async function ancestorsOf(id: string, roots: ReadonlySet<string>, parentOf: (id: string) => Promise<string | null>) {
  const above: string[] = []
  let at: string | null = id
  while (at && !roots.has(at)) {
    at = await parentOf(at)
    if (at) above.unshift(at)
  }
  return above
}

const startOf = (roots: readonly TreeNode[], start: string | undefined) =>
  roots.filter(({ id, hasChild }) => roots.length === 1 || (hasChild && id === start)).map(({ id }) => id)
