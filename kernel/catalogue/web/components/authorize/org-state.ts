import type { OrgGrant, OrgRelation } from '../../../contract.ts'

export type Own = OrgGrant['own']
/** What somebody has changed and not yet saved: organisation → what its own entry is to be. */
export type OrgDraft = ReadonlyMap<string, Own>

/** An organisation as it stands in the tree, with what saving would make of it. */
export interface OrgRow {
  id: string
  name: string
  level: number
  /** Those above it, the top first. */
  above: readonly string[]
  hasChild: boolean
  own: Own
  /** What it would have without an entry of its own, and whose doing that is. */
  isInherited: boolean
  inheritedFrom: string
  isOn: boolean
  /** As it is at this moment. */
  wasOn: boolean
  /** The first day of what has not begun and stays as it is; and whether there was such a thing before anything was changed. */
  comesOn: string | null
  wasComing: boolean
  isChanged: boolean
}

/** What comes down from above: the nearest entry that counts below, or that keeps it away. */
interface Coming {
  isOn: boolean
  from: string
}

const isGiven = (own: Own) => own === 'given' || own === 'with-below'

const openBy = (own: Own, { isOn }: Coming) => (own === 'none' ? isOn : isGiven(own))

const goingDown = (own: Own, name: string, coming: Coming): Coming =>
  own === 'with-below' ? { isOn: true, from: name } : own === 'refused' ? { isOn: false, from: name } : coming

/** What comes to the top of what the caller sees is the doing of those above her. */
const comingTo = ({ own, isRelation }: OrgRelation): Coming => ({
  isOn: own === 'none' && isRelation,
  from: '上级',
})

/** Every organisation of the tree in its order, parents before children. */
export function rowsOf(roots: readonly OrgRelation[], draft: OrgDraft): OrgRow[] {
  const rows: OrgRow[] = []
  const walk = (node: OrgRelation, above: readonly string[], before: Coming, after: Coming) => {
    const own = draft.get(node.id) ?? node.own
    const [was, will] = [openBy(node.own, before), openBy(own, after)]
    const isChanged = draft.has(node.id)
    const isKept = was === will && !(isChanged && isGiven(own))
    rows.push({
      id: node.id,
      name: node.name,
      level: above.length + 1,
      above,
      hasChild: node.children.length > 0,
      own,
      isInherited: after.isOn,
      inheritedFrom: after.from,
      // An entry may not have begun yet, or be over: the server knows, as long as nothing about it was changed.
      wasOn: node.isRelation,
      isOn: isKept ? node.isRelation : will,
      isChanged,
      comesOn: isKept && !isChanged ? node.comesOn : null,
      wasComing: node.comesOn !== null,
    })
    const path = [...above, node.id]
    for (const child of node.children) {
      walk(child, path, goingDown(node.own, node.name, before), goingDown(own, node.name, after))
    }
  }
  for (const root of roots) walk(root, [], comingTo(root), comingTo(root))
  return rows
}

/** The entry that opens or closes an organisation, whatever comes from above. */
const entryFor = (isOn: boolean, isInherited: boolean): Own =>
  isOn === isInherited ? 'none' : isOn ? 'given' : 'refused'

const ownsOf = (roots: readonly OrgRelation[]) => {
  const owns = new Map<string, Own>()
  const walk = ({ id, own, children }: OrgRelation) => {
    owns.set(id, own)
    children.forEach(walk)
  }
  roots.forEach(walk)
  return owns
}

/** What was changed back is not a change. */
function put(roots: readonly OrgRelation[], draft: OrgDraft, wanted: Iterable<readonly [string, Own]>): OrgDraft {
  const [owns, next] = [ownsOf(roots), new Map(draft)]
  for (const [id, own] of wanted) {
    if (owns.get(id) === own) next.delete(id)
    else next.set(id, own)
  }
  return next
}

/** Opens or closes one organisation; what is coming to it is called off. */
export const ticked = (roots: readonly OrgRelation[], draft: OrgDraft, row: OrgRow): OrgDraft =>
  put(roots, draft, [[row.id, entryFor(!row.isOn && row.comesOn === null, row.isInherited)]])

/** For those below it as well, also for those that are founded later; or only for itself. */
export const tickedBelow = (roots: readonly OrgRelation[], draft: OrgDraft, row: OrgRow): OrgDraft =>
  put(roots, draft, [[row.id, row.own === 'with-below' ? entryFor(true, row.isInherited) : 'with-below']])

/** Opens or closes several, one by one; an entry that says so already stays what it is. */
export function tickedAll(
  roots: readonly OrgRelation[],
  draft: OrgDraft,
  isMeant: (row: Pick<OrgRow, 'id' | 'above'>) => boolean,
  isOn: boolean,
): OrgDraft {
  const wanted: [string, Own][] = []
  const walk = (node: OrgRelation, above: readonly string[], coming: Coming) => {
    const own = draft.get(node.id) ?? node.own
    const meant = isMeant({ id: node.id, above }) && openBy(own, coming) !== isOn
    const next = meant ? entryFor(isOn, coming.isOn) : own
    if (meant) wanted.push([node.id, next])
    for (const child of node.children) walk(child, [...above, node.id], goingDown(next, node.name, coming))
  }
  for (const root of roots) walk(root, [], comingTo(root))
  return put(roots, draft, wanted)
}

/** Those that are wanted, with everything above them so that they have a place. */
export function withAbove(rows: readonly OrgRow[], isWanted: (row: OrgRow) => boolean): OrgRow[] {
  const wanted = rows.filter(isWanted)
  const kept = new Set(wanted.flatMap(({ id, above }) => [id, ...above]))
  return rows.filter(({ id }) => kept.has(id))
}

/** Those whose every parent is unfolded. */
export const unfolded = (rows: readonly OrgRow[], open: ReadonlySet<string>) =>
  rows.filter(({ above }) => above.every((id) => open.has(id)))

export const grantsOf = (draft: OrgDraft): OrgGrant[] => [...draft].map(([orgId, own]) => ({ orgId, own }))
