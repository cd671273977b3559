import { dayOf, scopeOf, type Ctx, type RowPlace } from '#packages/core'
import type { RecordKind } from '#kernel/access/server'
import { classesWithin, pageOfClasses, type ClassRow } from '../../class-queries.ts'
import { placeRow } from '../../record-queries.ts'
import { gradeNamingOf } from '../../settings.ts'
import { namesOf } from './describing.ts'
import { labelsMeant } from './reading.ts'

const page = { pageNumber: 1, pageSize: 20 }

/** Where something of a class belongs on a day. */
export async function placeOfClass(
  ctx: Pick<Ctx, 'db'>,
  { orgId, classId }: { orgId: string; classId: string | null },
  day: string,
): Promise<RowPlace> {
  const { orgPath, staff, leaders } = await placeRow(ctx.db, orgId, classId, day)
  return { orgId, ...(orgPath === null ? {} : { orgPath }), classStaff: staff, classLeaders: leaders }
}

/** Classes, for whoever asks who may do what to them: whoever may look at rights there may ask. */
export const classRecords: RecordKind = {
  kind: 'class',
  title: '班级',
  permissions: ['class.read', 'class.edit', 'teaching.edit'],
  fields: [],
  find: async (ctx, keyword) => {
    const day = dayOf(ctx.now)
    const naming = await gradeNamingOf(ctx)
    const sought = { state: 'open', day, keyword, labels: labelsMeant(keyword, day, naming) } as const
    const { items } = await pageOfClasses(ctx.db, scopeOf(ctx, 'role.read'), sought, page)
    const describe = (row: ClassRow) => ({ id: row.id, title: namesOf(row, day, naming).label, about: row.orgName })
    return items.map(describe)
  },
  facts: async (ctx, id, day) => {
    const [row] = await classesWithin(ctx.db, scopeOf(ctx, 'role.read'), { ids: [id], day })
    if (!row) return undefined
    const { label } = namesOf(row, day, await gradeNamingOf(ctx))
    return {
      title: label,
      about: row.orgName,
      ...(await placeOfClass(ctx, { orgId: row.orgId, classId: id }, day)),
      words: { it: '该班', org: `该班在${row.orgName}`, department: '', class: `该班为${label}` },
    }
  },
}
