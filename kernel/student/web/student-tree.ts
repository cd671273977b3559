import { call } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { useSession } from '#packages/web/core/session.ts'
import type { ListContext } from '#packages/web/core/list/list-spec.ts'
import type { FoundNode, TreeNode } from '#packages/web/core/list/tree-node.ts'
import { orgApi, orgTypes, type OrgType } from '#kernel/org/contract.ts'
import { schoolingApi, type ClassTree } from '#kernel/schooling/contract.ts'

/** The common query key: a change of an enrolment affects counts, lists and details. */
export const studentKey = ['student'] as const

/**
 * A node id is its path, so that the URL alone identifies it: an organisation, `school/grade` or `school/grade/class`.
 */
export interface NodeIds {
  orgId: string | null
  gradeId: string | null
  classId: string | null
}
export function parseNodeId(node: string | null | undefined): NodeIds {
  const [orgId, gradeId, classId] = node?.split('/') ?? []
  return { orgId: orgId || null, gradeId: gradeId || null, classId: classId || null }
}
/** A class of the user's own school, where only its id is known. */
export const toClassNode = (classId: string) => `//${classId}`
/** The inverse of `parseNodeId`. */
export const toNodeId = ({ orgId, gradeId, classId }: NodeIds) => [orgId, gradeId, classId].filter(Boolean).join('/')
const joinIds = (...ids: readonly string[]) => ids.join('/')

const schoolTypes: readonly OrgType[] = ['school', 'kindergarten', 'other-school']
const schoolCodes = schoolTypes.map((type): number => orgTypes[type].code)
/** School staff see the grades at once; others choose a school first. */
export const isInSchool = () => schoolCodes.includes(useSession.getState().user?.orgType ?? 0)

/** Whether a node is a school or a part of one. */
export const isOfSchool = (kind: string | undefined) =>
  kind === undefined || ['school', 'grade', 'class'].includes(kind)

/** The grades of the user's own school come with the school itself: the level below it is opened at once. */
let ownTree: { tree: ClassTree; at: number } | undefined
const maxAgeMs = 5_000

async function fetchClassTree(orgId: string | null, signal: AbortSignal): Promise<ClassTree> {
  const known = ownTree
  ownTree = undefined
  if (known && known.tree.orgId === orgId && Date.now() - known.at < maxAgeMs) return known.tree
  const tree = await call(schoolingApi.classTree, { query: { orgId }, signal })
  if (orgId === null) ownTree = { tree, at: Date.now() }
  return tree
}

const sumCounts = (counts: readonly { count: number }[]) => counts.reduce((total, { count }) => total + count, 0)

const schoolNode = ({ orgId, orgName, grades }: ClassTree): TreeNode => ({
  id: orgId,
  name: orgName,
  kind: 'school',
  count: sumCounts(grades),
  hasChild: grades.length > 0,
})
const gradeNodes = ({ orgId, grades }: ClassTree): TreeNode[] =>
  grades.map(({ id, name, count, classes }) => ({
    id: joinIds(orgId, id),
    name,
    kind: 'grade',
    count,
    hasChild: classes.length > 0,
  }))
const classNodes = ({ orgId, grades }: ClassTree, gradeId: string): TreeNode[] =>
  (grades.find(({ id }) => id === gradeId)?.classes ?? []).map(({ id, label, count }) => ({
    id: joinIds(orgId, gradeId, id),
    name: label,
    kind: 'class',
    count,
    hasChild: false,
  }))

/** The children of an organisation that is no school, without pupil counts. */
async function fetchOrgNodes(parentId: string | null, signal: AbortSignal): Promise<TreeNode[]> {
  const nodes = await call(orgApi.tree, { query: { parentId }, signal })
  return nodes
    .filter(({ type }) => type !== 'department')
    .map(({ id, name, type, hasChild, isDisabled }) => ({
      id,
      name,
      kind: schoolTypes.includes(type) ? 'school' : type,
      count: 0,
      isUncounted: true,
      isOff: isDisabled,
      hasChild: schoolTypes.includes(type) || hasChild,
    }))
}

/** A teacher without classes has no node, so that no request is sent. */
async function fetchOwnSchool(signal: AbortSignal): Promise<TreeNode[]> {
  const tree = await fetchClassTree(null, signal)
  return tree.isWhole || tree.grades.length > 0 ? [schoolNode(tree)] : []
}

async function fetchTreeLevel(parentId: string | null, signal: AbortSignal): Promise<TreeNode[]> {
  if (parentId === null) return isInSchool() ? fetchOwnSchool(signal) : fetchOrgNodes(null, signal)
  const { orgId, gradeId, classId } = parseNodeId(parentId)
  // A class that an address names is opened like any node.
  if (classId !== null) return []
  if (gradeId !== null) return classNodes(await fetchClassTree(orgId, signal), gradeId)
  if (isInSchool()) return gradeNodes(await fetchClassTree(orgId, signal))
  // A bureau has organisations below it, a school has grades and possibly branches.
  const below = await fetchOrgNodes(orgId, signal)
  const { type } = await call(orgApi.detail, { query: { fid: orgId! }, signal })
  return schoolTypes.includes(type) ? [...gradeNodes(await fetchClassTree(orgId, signal)), ...below] : below
}

export const treeLevelQuery = (parentId: string | null): QueryDefinition<TreeNode[]> => ({
  queryKey: [...studentKey, 'level', parentId],
  queryFn: ({ signal }) => fetchTreeLevel(parentId, signal),
})

export const parentNodeQuery = (id: string): QueryDefinition<string | null> => ({
  queryKey: [...studentKey, 'parent', id],
  queryFn: async ({ signal }) => {
    const at = id.lastIndexOf('/')
    if (at >= 0) return id.slice(0, at)
    return isInSchool() ? null : (await call(orgApi.detail, { query: { fid: id }, signal })).parentId
  },
})

/** The empty state for teachers without classes, on every page with this tree. */
export const noClassesText = {
  of: 'class',
  title: '您还没有任教班级',
  text: '教务处安排任课后，这里会出现学生。',
} as const

const maxFound = 12

/** In a school: its classes by name; elsewhere schools by name or initials. */
export const nodeSearchQuery = (keyword: string): QueryDefinition<FoundNode[]> => ({
  queryKey: [...studentKey, 'find', keyword],
  queryFn: async ({ signal }) => {
    if (isInSchool()) return filterClasses(await fetchClassTree(null, signal), keyword)
    const search = { parentId: null, within: 'below', keyword, sort: 'sort', desc: false } as const
    const { items } = await call(orgApi.search, { query: { ...search, pageNumber: 1, pageSize: 60 }, signal })
    return items
      .filter(({ type }) => schoolTypes.includes(type))
      .slice(0, maxFound)
      .map(({ id, name }) => ({ id, name }))
  },
})

function filterClasses({ orgId, grades }: ClassTree, keyword: string): FoundNode[] {
  const fits = (...names: readonly string[]) => names.some((name) => name.includes(keyword))
  return grades
    .flatMap((grade) =>
      grade.classes
        .filter(({ name, label, teacherName }) => fits(name, label, teacherName, grade.name))
        .map(({ id, label, teacherName }) => ({
          id: joinIds(orgId, grade.id, id),
          name: label,
          about: [grade.name, teacherName].filter(Boolean).join(' / '),
        })),
    )
    .slice(0, maxFound)
}

/** The school of the open node, or the own school. */
export const getSchoolId = ({ path = [] }: ListContext) =>
  path.findLast(({ kind }) => kind === 'school')?.id ?? useSession.getState().orgId
