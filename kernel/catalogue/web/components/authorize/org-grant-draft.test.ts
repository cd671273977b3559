import { expect, it } from 'vitest'
import type { OrgRelation } from '../../../contract.ts'
import {
  toOrgGrants,
  buildOrgRows,
  toggleOrg,
  setAllOrgs,
  toggleBelow,
  filterWithAncestors,
  type OrgDraft,
  type OrgGrantState,
} from './org-grant-draft.ts'

const org = (id: string, own: OrgGrantState, isRelation: boolean, children: OrgRelation[] = []): OrgRelation => ({
  id,
  name: id,
  parentId: null,
  own,
  isRelation,
  comesOn: null,
  type: 1,
  children,
})
const coming = (node: OrgRelation): OrgRelation => ({ ...node, comesOn: '2026-11-23' })
/** The bureau has granted it to all below and refused it to one school; below it there is a cluster of two schools. */
const tree = [
  org('教育局', 'with-below', true, [
    org('一小', 'none', true),
    org('二小', 'refused', false),
    org('学区', 'none', true, [org('三小', 'none', true), org('四小', 'given', true)]),
  ]),
]
const none: OrgDraft = new Map()
const rowOf = (name: string, draft = none) => buildOrgRows(tree, draft).find(({ id }) => id === name)!
const open = (draft: OrgDraft) =>
  buildOrgRows(tree, draft)
    .filter(({ isOn }) => isOn)
    .map(({ id }) => id)

it('shows what is inherited and from whom', () => {
  expect(rowOf('三小')).toMatchObject({ isOn: true, own: 'none', inheritedFrom: '教育局', level: 3 })
  expect(rowOf('二小')).toMatchObject({ isOn: false, own: 'refused', isInherited: true })
  expect(open(none)).toEqual(['教育局', '一小', '学区', '三小', '四小'])
})

it('refuses it to a school that would inherit it, and removes the refusal again', () => {
  const closed = toggleOrg(tree, none, rowOf('一小'))
  expect(toOrgGrants(closed)).toEqual([{ orgId: '一小', own: 'refused' }])
  expect(toggleOrg(tree, closed, rowOf('一小', closed))).toEqual(none)
  expect(toOrgGrants(toggleOrg(tree, none, rowOf('二小')))).toEqual([{ orgId: '二小', own: 'none' }])
})

it('closes everything below a cluster that has no entry of its own when the cluster is refused', () => {
  const draft = toggleOrg(tree, none, rowOf('学区'))
  expect(open(draft)).toEqual(['教育局', '一小', '四小'])
  expect(rowOf('三小', draft)).toMatchObject({ isOn: false, wasOn: true, isChanged: false, inheritedFrom: '学区' })
})

it('applies to those below only while that is ticked', () => {
  const draft = toggleBelow(tree, none, rowOf('教育局'))
  expect(toOrgGrants(draft)).toEqual([{ orgId: '教育局', own: 'given' }])
  expect(open(draft)).toEqual(['教育局', '四小'])
  expect(toggleBelow(tree, draft, rowOf('教育局', draft))).toEqual(none)
})

it('opens all below one by one and leaves open ones unchanged', () => {
  const alone = toggleBelow(tree, none, rowOf('教育局'))
  const all = setAllOrgs(tree, alone, ({ above }) => above.includes('教育局'), true)
  expect(open(all)).toEqual(['教育局', '一小', '二小', '学区', '三小', '四小'])
  expect(all.has('四小')).toBe(false)
  const closedAll = setAllOrgs(tree, none, ({ above }) => above.includes('教育局'), false)
  expect(open(closedAll)).toEqual(['教育局'])
  // A refusal of the cluster applies to those below it.
  expect([...closedAll.keys()]).toEqual(['一小', '学区', '四小'])
})

it('uses the state of the server for an entry that has not begun, until it is changed', () => {
  const waiting = [coming(org('校', 'given', false))]
  const [row] = buildOrgRows(waiting, none)
  expect(row).toMatchObject({ isOn: false, comesOn: '2026-11-23' })
  const off = toggleOrg(waiting, none, row!)
  expect(toOrgGrants(off)).toEqual([{ orgId: '校', own: 'none' }])
  const [gone] = buildOrgRows(waiting, off)
  expect(gone).toMatchObject({ isOn: false, comesOn: null, wasComing: true })
  expect(toggleOrg(waiting, off, gone!)).toEqual(none)
})

it('cancels an upcoming grant from above for those below, and opens a new grant at once', () => {
  const waiting = [coming(org('学区', 'with-below', false, [coming(org('三小', 'none', false))]))]
  const [top, below] = buildOrgRows(waiting, none)
  expect(toOrgGrants(toggleOrg(waiting, none, below!))).toEqual([{ orgId: '三小', own: 'refused' }])
  const alone = toggleBelow(waiting, none, top!)
  expect(buildOrgRows(waiting, alone)).toMatchObject([
    { isOn: true, own: 'given', comesOn: null },
    { isOn: false, comesOn: null, wasComing: true },
  ])
  // An upcoming grant is not granted a second time.
  expect(setAllOrgs(waiting, none, () => true, true)).toEqual(none)
})

it('keeps the ancestors of search results', () => {
  const names = filterWithAncestors(buildOrgRows(tree, none), ({ name }) => name === '四小').map(({ id }) => id)
  expect(names).toEqual(['教育局', '学区', '四小'])
})
