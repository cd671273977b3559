import { may } from '#packages/core'
import type { RecordKind } from '#kernel/access/server/api.ts'
import { describeClasses, getClassRowScope } from '#kernel/schooling/server/api.ts'
import { manifest } from '../../../manifest.ts'
import { findStudentRecord } from '../../student-read-queries.ts'
import { isStudentInScope } from './scope-checks.ts'
import { isNumberKeyword, searchStudentsInDistrict } from './search-students.ts'

const allCurrent = { orgId: null, gradeId: null, classId: null, status: 'current' } as const
const firstPage = { sort: 'seat', desc: false, pageNumber: 1, pageSize: 20 } as const
const inOneLine = (...parts: string[]) => parts.filter(Boolean).join(' ')

/** Pupils as records of `explainAccess`, only for callers who may read the pupil. */
export const studentRecordKind: RecordKind = {
  kind: 'student',
  title: '学生',
  permissions: [
    'student.read',
    'student.edit',
    'student.event',
    'student.contact',
    'student.reveal',
    'student.account',
    'face.manage',
  ],
  fields: Object.keys(manifest.fields ?? {}),
  find: async (ctx, keyword) => {
    // Searches by number are rate limited, so they are available only in the student list.
    if (!may(ctx.actor, 'student.read') || isNumberKeyword(keyword)) return []
    const { items } = await searchStudentsInDistrict(ctx, { ...allCurrent, ...firstPage, keyword })
    return items.map(({ id, name, orgName, className }) => ({ id, title: name, about: inOneLine(orgName, className) }))
  },
  facts: async (ctx, id, day) => {
    if (!(await isStudentInScope(ctx, 'student.read', id, day))) return undefined
    const row = await findStudentRecord(ctx.db, id, day)
    if (!row) return undefined
    const { name, orgId, orgName, classId } = row
    const label = (classId && (await describeClasses(ctx, { classIds: [classId] }, day)).get(classId)?.label) || ''
    return {
      title: name,
      about: inOneLine(orgName, label),
      ...(await getClassRowScope(ctx, { orgId, classId }, day)),
      phrases: { it: '该生', org: `该生在${orgName}`, department: '', class: label && `该生在${label}` },
    }
  },
}
