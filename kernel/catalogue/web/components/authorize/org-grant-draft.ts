import type { OrgGrant, OrgRelation } from '../../../contract.ts'

export type OrgGrantState = OrgGrant['own']
/** What somebody has changed and not yet saved: organisation → what its own entry is to be. */
export type OrgDraft = ReadonlyMap<string, OrgGrantState>

/** An organisation as it stands in the tree, with what saving would make of it. */
export interface OrgGrantRow {
  id: string
  name: string
  level: number
  /** Those above it, the top first. */
  above: readonly string[]
  hasChild: boolean
  own: OrgGrantState
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
interface InheritedState {
  isOn: boolean
  from: string
}

const isGiven = (own: OrgGrantState) => own === 'given' || own === 'with-below'

const isOpenBy = (own: OrgGrantState, { isOn }: InheritedState) => (own === 'none' ? isOn : isGiven(own))

const inheritDown = (own: OrgGrantState, name: string, coming: InheritedState): InheritedState =>
  own === 'with-below' ? { isOn: true, from: name } : own === 'refused' ? { isOn: false, from: name } : coming

/** What comes to the top of what the caller sees is the doing of those above her. */
const inheritAtTop = ({ own, isRelation }: OrgRelation): InheritedState => ({
  isOn: own === 'none' && isRelation,
  from: '上级',
})

/** Every organisation of the tree in its order, parents before children. */
export function buildOrgRows(roots: readonly OrgRelation[], draft: OrgDraft): OrgGrantRow[] {
  const rows: OrgGrantRow[] = []
  const walk = (node: OrgRelation, above: readonly string[], before: InheritedState, after: InheritedState) => {
    const own = draft.get(node.id) ?? node.own
    const [was, will] = [isOpenBy(node.own, before), isOpenBy(own, after)]
    const isChanged = draft.has(node.id)
    const isUnchanged = was === will && !(isChanged && isGiven(own))
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
      isOn: isUnchanged ? node.isRelation : will,
      isChanged,
      comesOn: isUnchanged && !isChanged ? node.comesOn : null,
      wasComing: node.comesOn !== null,
    })
    const path = [...above, node.id]
    for (const child of node.children) {
      walk(child, path, inheritDown(node.own, node.name, before), inheritDown(own, node.name, after))
    }
  }
  for (const root of roots) walk(root, [], inheritAtTop(root), inheritAtTop(root))
  return rows
}

/** The entry that opens or closes an organisation, whatever comes from above. */
const toEntry = (isOn: boolean, isInherited: boolean): OrgGrantState =>
  isOn === isInherited ? 'none' : isOn ? 'given' : 'refused'

const listOwnStates = (roots: readonly OrgRelation[]) => {
  const owns = new Map<string, OrgGrantState>()
  const walk = ({ id, own, children }: OrgRelation) => {
    owns.set(id, own)
    children.forEach(walk)
  }
  roots.forEach(walk)
  return owns
}

/** What was changed back is not a change. */
function updateDraft(
  roots: readonly OrgRelation[],
  draft: OrgDraft,
  wanted: Iterable<readonly [string, OrgGrantState]>,
): OrgDraft {
  const [owns, next] = [listOwnStates(roots), new Map(draft)]
  for (const [id, own] of wanted) {
    if (owns.get(id) === own) next.delete(id)
    else next.set(id, own)
  }
  return next
}

/** Opens or closes one organisation; what is coming to it is called off. */
export const toggleOrg = (roots: readonly OrgRelation[], draft: OrgDraft, row: OrgGrantRow): OrgDraft =>
  updateDraft(roots, draft, [[row.id, toEntry(!row.isOn && row.comesOn === null, row.isInherited)]])

/** For those below it as well, also for those that are founded later; or only for itself. */
export const toggleBelow = (roots: readonly OrgRelation[], draft: OrgDraft, row: OrgGrantRow): OrgDraft =>
  updateDraft(roots, draft, [[row.id, row.own === 'with-below' ? toEntry(true, row.isInherited) : 'with-below']])

/** Opens or closes several, one by one; an entry that says so already stays what it is. */
export function setAllOrgs(
  roots: readonly OrgRelation[],
  draft: OrgDraft,
  isMeant: (row: Pick<OrgGrantRow, 'id' | 'above'>) => boolean,
  isOn: boolean,
): OrgDraft {
  const wanted: [string, OrgGrantState][] = []
  const walk = (node: OrgRelation, above: readonly string[], coming: InheritedState) => {
    const own = draft.get(node.id) ?? node.own
    const meant = isMeant({ id: node.id, above }) && isOpenBy(own, coming) !== isOn
    const next = meant ? toEntry(isOn, coming.isOn) : own
    if (meant) wanted.push([node.id, next])
    for (const child of node.children) walk(child, [...above, node.id], inheritDown(next, node.name, coming))
  }
  for (const root of roots) walk(root, [], inheritAtTop(root))
  return updateDraft(roots, draft, wanted)
}

/** Those that are wanted, with everything above them so that they have a place. */
export function filterWithAncestors(
  rows: readonly OrgGrantRow[],
  isWanted: (row: OrgGrantRow) => boolean,
): OrgGrantRow[] {
  const wanted = rows.filter(isWanted)
  const shownIds = new Set(wanted.flatMap(({ id, above }) => [id, ...above]))
  return rows.filter(({ id }) => shownIds.has(id))
}

/** Those whose every parent is unfolded. */
export const filterUnfolded = (rows: readonly OrgGrantRow[], open: ReadonlySet<string>) =>
  rows.filter(({ above }) => above.every((id) => open.has(id)))

export const toOrgGrants = (draft: OrgDraft): OrgGrant[] => [...draft].map(([orgId, own]) => ({ orgId, own }))
