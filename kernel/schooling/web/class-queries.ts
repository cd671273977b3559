import { call } from '#packages/web/core/call.ts'
import type { QueryDefinition } from '#packages/web/core/query-client.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { useSession } from '#packages/web/core/session.ts'
import type { ListQuery, ActionPreview, Targets } from '#packages/web/desk/list/list-spec.ts'
import type { TreeNode } from '#packages/web/desk/tree-list/tree-list-spec.ts'
import { contactsApi } from '#kernel/contacts/contract.ts'
import { orgApi, orgTypes, type OrgType } from '#kernel/org/contract.ts'
import {
  schoolingApi,
  type ClassForm,
  type ClassTeacher,
  type ClassTeacherForm,
  type GenerateForm,
  type SchoolClass,
} from '../contract.ts'

/** The common key of all queries of this module, so that a new class appears in trees, lists and matrices. */
export const schoolingKey = ['schooling'] as const

/** Names and counts are those of this day; undefined for today. */
type OptionalDay = string | undefined
const onDay = (on: OptionalDay) => (on ? { on } : {})

/** The grades and classes of a school in the caller's scope; defaults to the caller's school. */
export const classTreeQuery = (orgId: string | null, on?: OptionalDay) =>
  queryOf(schoolingKey, schoolingApi.classTree, { query: { orgId, ...onDay(on) } })

export interface Teacher {
  id: string
  name: string
  subject: string
}

/**
 * The teachers of a school, from the contacts, which all colleagues may read: editing assignments needs no permission
 * for staff files.
 */
export const teachersQuery = (orgId: string | null): QueryDefinition<Teacher[]> => ({
  queryKey: [...schoolingKey, 'teachers', orgId],
  queryFn: async ({ signal }) => {
    const found = await call(contactsApi.teachers, { query: { departmentId: orgId }, signal })
    return found.map(({ userId: id, teacherName: name, subjectName: subject }) => ({ id, name, subject }))
  },
})

/** A position in the tree: an organisation, or a grade of a school. */
export interface SchoolTreeNode {
  orgId: string
  gradeId: string | null
}

// The node id of a grade contains its school, so that the parent is known without a query.
const between = '.'
const formatTreeNode = ({ orgId, gradeId }: SchoolTreeNode) => (gradeId ? `${orgId}${between}${gradeId}` : orgId)
export function parseTreeNode(node: string | null | undefined): SchoolTreeNode {
  const [orgId, gradeId = null] = (node ?? '').split(between)
  return { orgId: orgId || useSession.getState().orgId, gradeId }
}

const teaches = (code: number) => Object.values(orgTypes).some((type) => type.code === code && type.switchable)
/** Staff of a school see that school; others see the schools below their organisation. */
export const isAtSchool = () => teaches(useSession.getState().user?.orgType ?? 0)

/** Whether the position is at a school: staff above the schools start at their own organisation, which is none. */
export const isAtASchool = ({ orgId }: SchoolTreeNode) => isAtSchool() || orgId !== useSession.getState().orgId

async function gradeNodes(orgId: string, signal: AbortSignal): Promise<TreeNode[]> {
  const { grades } = await call(schoolingApi.classTree, { query: { orgId }, signal })
  return grades.map(({ id, name, classes }) => ({
    id: formatTreeNode({ orgId, gradeId: id }),
    name,
    kind: 'grade',
    hasChild: false,
    count: classes.length,
  }))
}

async function ownSchool(signal: AbortSignal): Promise<TreeNode[]> {
  const { orgId, orgName, isWhole, grades } = await call(schoolingApi.classTree, { query: { orgId: null }, signal })
  if (!isWhole && grades.length === 0) return []
  const count = grades.reduce((sum, { classes }) => sum + classes.length, 0)
  return [{ id: orgId, name: orgName, kind: 'school', hasChild: grades.length > 0, count }]
}

async function orgNodes(parentId: string | null, signal: AbortSignal): Promise<TreeNode[]> {
  const nodes = await call(orgApi.tree, { query: { parentId }, signal })
  return nodes
    .filter(({ type }) => type !== 'department' && type !== 'institution')
    .map(({ id, name, type, hasChild, isDisabled }) => ({
      id,
      name,
      kind: kindOf(type),
      count: 0,
      isUncounted: true,
      isOff: isDisabled,
      hasChild: hasChild || kindOf(type) === 'school',
    }))
}
const kindOf = (type: OrgType) => (orgTypes[type].switchable ? 'school' : 'above')

/** One level of the tree of schools and grades. */
export const treeLevelQuery = (parentId: string | null): QueryDefinition<TreeNode[]> => ({
  queryKey: [...schoolingKey, 'level', parentId],
  queryFn: async ({ signal }) => {
    if (parentId === null) return isAtSchool() ? ownSchool(signal) : orgNodes(null, signal)
    if (isAtSchool()) return gradeNodes(parentId, signal)
    const { type } = await call(orgApi.detail, { query: { fid: parentId }, signal })
    return kindOf(type) === 'school' ? gradeNodes(parentId, signal) : orgNodes(parentId, signal)
  },
})

/** The parent of a node, to open the tree at a position. */
export const parentNodeQuery = (node: string): QueryDefinition<string | null> => ({
  queryKey: [...schoolingKey, 'parent', node],
  queryFn: async ({ signal }) => {
    const { orgId, gradeId } = parseTreeNode(node)
    if (gradeId) return orgId
    return isAtSchool() ? null : (await call(orgApi.detail, { query: { fid: orgId }, signal })).parentId
  },
})

export const classPageQuery = (query: ListQuery) => {
  const { node, filter, pageNumber, pageSize } = query
  const { state = 'open', keyword = '', on } = filter
  const position = parseTreeNode(node)
  return queryOf(schoolingKey, schoolingApi.classes, {
    // At the caller's own organisation above the schools: the whole scope.
    query: {
      ...position,
      ...(!isAtASchool(position) && { orgId: null }),
      state,
      keyword,
      pageNumber,
      pageSize,
      ...onDay(on),
    },
  })
}

export interface Lesson {
  subject: string
  teacherName: string
  weekHours: number
}
export type ClassDetail = SchoolClass & { teachers: ClassTeacher[]; lessons: Lesson[] }
export const classDetailQuery = (id: string): QueryDefinition<ClassDetail> => ({
  queryKey: [...schoolingKey, 'class', id],
  queryFn: async ({ signal }) => {
    const { class: row, teachers, lessons } = await call(schoolingApi.classDetail, { query: { id }, signal })
    return { ...row, teachers, lessons }
  },
})

/** Form values: the class teacher is a field like the others. */
export type ClassValues = Omit<ClassForm, 'head'> & { headId: string | null }
export const saveClass = ({ headId, ...values }: ClassValues) =>
  call(schoolingApi.saveClass, { body: { ...values, head: { userId: headId } } })
/** The URL of the student list for a class. */
export const getStudentsUrl = ({ orgId, gradeId, id }: Pick<SchoolClass, 'orgId' | 'gradeId' | 'id'>) =>
  `/baseData/Student?node=${[orgId, gradeId, id].join('/')}`
export const deleteClass = (id: string) => call(schoolingApi.deleteClass, { body: { id } })
/** What is deleted with a class, or why it cannot be deleted. */
export async function previewDeleteClass(targets: Targets): Promise<ActionPreview> {
  const [id = ''] = 'ids' in targets ? targets.ids : []
  const { label, obstacle, goes } = await call(schoolingApi.deleteClassPreview, { query: { id } })
  return {
    count: 1,
    names: [label],
    changes: [],
    consequences: goes.map((text) => ({ label: '一并删除', text })),
    note: obstacle ? '有过学生或任课的班级请用并班，不能删除' : '删除后不能恢复',
    ...(obstacle && { obstacle }),
  }
}
export const sortClasses = (ids: string[]) => call(schoolingApi.sortClasses, { body: { ids } })
export const generateClasses = (body: GenerateForm) => call(schoolingApi.generateClasses, { body })
export const setClassTeacher = (body: ClassTeacherForm) => call(schoolingApi.setClassTeacher, { body })

const mostClasses = 200
/** All classes of a school, without paging, for bulk actions. */
export const allClassesQuery = (orgId: string): QueryDefinition<SchoolClass[]> => ({
  queryKey: [...schoolingKey, 'classes', 'all', orgId],
  queryFn: async ({ signal }) => {
    const filter = { orgId, gradeId: null, state: 'open', keyword: '', pageSize: mostClasses }
    const first = await call(schoolingApi.classes, { query: { ...filter, pageNumber: 1 }, signal })
    const rest: SchoolClass[] = []
    for (let pageNumber = 2; pageNumber <= first.pageCount; pageNumber++) {
      rest.push(...(await call(schoolingApi.classes, { query: { ...filter, pageNumber }, signal })).items)
    }
    return [...first.items, ...rest]
  },
})
