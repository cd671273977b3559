import type { OrgGrant, OrgRelation } from '../../../contract.ts'

export type OrgGrantState = OrgGrant['own']
/** Unsaved changes: organisation id → new state of its own entry. */
export type OrgDraft = ReadonlyMap<string, OrgGrantState>

/** An organisation in the tree, with its state after saving. */
export interface OrgGrantRow {
  id: string
  name: string
  level: number
  /** The ids of the organisations above it, the topmost first. */
  above: readonly string[]
  hasChild: boolean
  own: OrgGrantState
  /** The state without an entry of its own, and the organisation it comes from. */
  isInherited: boolean
  inheritedFrom: string
  isOn: boolean
  /** The state before the change. */
  wasOn: boolean
  /** The first day of an unchanged grant that has not begun, and whether there was one before any change. */
  comesOn: string | null
  wasComing: boolean
  isChanged: boolean
}

/** The state inherited from above: from the nearest entry that includes those below or that refuses. */
interface InheritedState {
  isOn: boolean
  from: string
}

const isGiven = (own: OrgGrantState) => own === 'given' || own === 'with-below'

const isOpenBy = (own: OrgGrantState, { isOn }: InheritedState) => (own === 'none' ? isOn : isGiven(own))

const inheritDown = (own: OrgGrantState, name: string, coming: InheritedState): InheritedState =>
  own === 'with-below' ? { isOn: true, from: name } : own === 'refused' ? { isOn: false, from: name } : coming

/** The topmost visible organisation inherits from organisations that the caller does not see. */
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
      // An entry may not have begun or may have ended. The state of the server is used while the entry is unchanged.
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

/** The entry that opens or closes an organisation, given what it inherits. */
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

/** A change back to the stored state is removed from the draft. */
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

/** Opens or closes one organisation; an upcoming grant is cancelled. */
export const toggleOrg = (roots: readonly OrgRelation[], draft: OrgDraft, row: OrgGrantRow): OrgDraft =>
  updateDraft(roots, draft, [[row.id, toEntry(!row.isOn && row.comesOn === null, row.isInherited)]])

/** Switches between a grant that includes those below, also later ones, and a grant for the organisation alone. */
export const toggleBelow = (roots: readonly OrgRelation[], draft: OrgDraft, row: OrgGrantRow): OrgDraft =>
  updateDraft(roots, draft, [[row.id, row.own === 'with-below' ? toEntry(true, row.isInherited) : 'with-below']])

/** Opens or closes several organisations one by one; an entry with the same effect stays. */
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

/** The wanted rows with their ancestors. */
export function filterWithAncestors(
  rows: readonly OrgGrantRow[],
  isWanted: (row: OrgGrantRow) => boolean,
): OrgGrantRow[] {
  const wanted = rows.filter(isWanted)
  const shownIds = new Set(wanted.flatMap(({ id, above }) => [id, ...above]))
  return rows.filter(({ id }) => shownIds.has(id))
}

/** The rows whose ancestors are all unfolded. */
export const filterUnfolded = (rows: readonly OrgGrantRow[], open: ReadonlySet<string>) =>
  rows.filter(({ above }) => above.every((id) => open.has(id)))

export const toOrgGrants = (draft: OrgDraft): OrgGrant[] => [...draft].map(([orgId, own]) => ({ orgId, own }))
