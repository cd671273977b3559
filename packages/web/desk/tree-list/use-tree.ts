import { useQueries, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { isMissingOrForbidden } from '#packages/web/core/call-error.ts'
import type { TreeNode, TreeSpec } from './tree-list-spec.ts'

type Level = UseQueryResult<TreeNode[]>

export interface TreeState {
  roots: Level
  /** The levels of nodes that are or have been open, by node: whoever closes one does not lose what was chosen in it. */
  levels: ReadonlyMap<string, Level>
  open: readonly string[]
  setOpen: (ids: readonly string[]) => void
  /** The node of the address, or the first one. */
  chosen: TreeNode | undefined
  /** From the top down to the chosen node. */
  path: readonly TreeNode[]
  /** Why there is no telling which node is chosen. */
  error: unknown
  /** Whether there is a tree to draw, or at least one on its way. */
  isThere: boolean
  /** The address names a node that is not there for this user. */
  isLost: boolean
}

/** Reads the tree level by level, as it is opened, and opens it as far as the chosen node. */
export function useTree({ level, parentOf }: TreeSpec, wanted: string | undefined): TreeState {
  const client = useQueryClient()
  const [opened, setOpened] = useState<readonly string[] | undefined>()
  const [known, setKnown] = useState<readonly string[]>([])
  const roots = useQuery(level(null))
  const first = roots.data?.[0]
  const [start] = useState(wanted)
  // A single root is open from the start: there is nothing else to do with it. So is the one where somebody begins.
  const open = useMemo(() => opened ?? startOf(roots.data ?? [], start), [opened, roots.data, start])
  const read = [...new Set([...known, ...open])]
  const results = useQueries({ queries: read.map((id) => level(id)) }) as Level[]
  const levels = new Map(read.map((id, at) => [id, results[at]!]))

  const nodes = nodesOf(roots, levels)
  const path = pathTo(wanted ?? first?.id ?? '', nodes)

  const setOpen = (ids: readonly string[]) => {
    setKnown(read)
    setOpened(ids)
  }

  const isMissing = Boolean(roots.data && wanted && !nodes.has(wanted))
  const above = useQuery({
    queryKey: [...parentOf(wanted ?? '').queryKey, 'above'],
    queryFn: () =>
      ancestorsOf(wanted ?? '', new Set(roots.data?.map(({ id }) => id)), (id) => client.fetchQuery(parentOf(id))),
    enabled: isMissing,
  })
  useEffect(() => {
    if (isMissing && above.data)
      setOpened((before) => [...new Set([...(before ?? open), ...above.data, ...(wanted === start ? [start!] : [])])])
    // Only a node that is not there sets this off; what is open may change meanwhile.
    // eslint-disable-next-line react/exhaustive-deps
  }, [isMissing, above.data])

  const queriesToNode = isMissing ? [above, ...(above.data ?? []).map((id) => levels.get(id))] : [roots]
  const error = queriesToNode.find((step) => step?.isError && !step.data)?.error ?? undefined
  // Every level down to it has been read, and it is in none of them.
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

/** Everything that has been read so far, by id. */
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

/** The nodes above one, up to a root of what this user sees. */
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
