import { may } from '#packages/core'
import type { RecordKind } from '#kernel/access/server'
import { describeClasses, placeOfClass } from '#kernel/schooling/server'
import { manifest } from '../../../manifest.ts'
import { recordOf } from '../../record-queries.ts'
import { reaches } from './finding.ts'
import { isNumber, searchInside } from './searching.ts'

const whole = { orgId: null, gradeId: null, classId: null, status: 'current' } as const
const firstPage = { sort: 'seat', desc: false, pageNumber: 1, pageSize: 20 } as const
const inOneLine = (...words: string[]) => words.filter(Boolean).join(' ')

/** Pupils, for whoever asks who may do what to them: only to those who may see the pupil themselves. */
export const studentRecords: RecordKind = {
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
    // Numbers are looked for in the list of pupils, where it is counted how often.
    if (!may(ctx.actor, 'student.read') || isNumber(keyword)) return []
    const { items } = await searchInside(ctx, { ...whole, ...firstPage, keyword })
    return items.map(({ id, name, orgName, className }) => ({ id, title: name, about: inOneLine(orgName, className) }))
  },
  facts: async (ctx, id, day) => {
    if (!(await reaches(ctx, 'student.read', id, day))) return undefined
    const row = await recordOf(ctx.db, id, day)
    if (!row) return undefined
    const { name, orgId, orgName, classId } = row
    const label = (classId && (await describeClasses(ctx, { classIds: [classId] }, day)).get(classId)?.label) || ''
    return {
      title: name,
      about: inOneLine(orgName, label),
      ...(await placeOfClass(ctx, { orgId, classId }, day)),
      words: { it: '该生', org: `该生在${orgName}`, department: '', class: label && `该生在${label}` },
    }
  },
}
