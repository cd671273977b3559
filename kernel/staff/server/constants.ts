import { invalid, type Ctx } from '#packages/core'
import { listOfferedConstants, type BuiltInType, type CountConstantUses } from '#kernel/dictionary/server/api.ts'
import { userFields, workerTypes } from '../contract.ts'
import { countRowsByValue, type CountedColumn } from './constant-queries.ts'

export const workerTypeConstants: BuiltInType = {
  code: 'workerType',
  name: '用工类型',
  about: '教职工的用工类型',
  sort: 14,
  items: Object.entries(workerTypes).map(([code, name]) => ({ code, name })),
}

/** Counts by what the records store: the code or the name. */
const createUseCounter =
  (column: CountedColumn, storedPart: 'code' | 'names'): CountConstantUses =>
  async ({ db }, items) => {
    const counts = await countRowsByValue(db, column)
    const sum = (values: readonly string[]) => values.reduce((all, value) => all + (counts.get(value) ?? 0), 0)
    return new Map(items.map((item) => [item.code, sum(storedPart === 'code' ? [item.code] : item.names)]))
  }

/** The constants that staff records use. */
export const constantUses: Readonly<Record<string, CountConstantUses>> = {
  nation: createUseCounter('nation', 'code'),
  workerType: createUseCounter('worker_type', 'code'),
  diploma: createUseCounter('diploma', 'names'),
  teacherLevel: createUseCounter('teacher_level', 'names'),
}

interface ChosenConstants {
  diploma: string
  teacherLevel: string
  workerType: number | null
}
const storedPart = { diploma: 'name', teacherLevel: 'name', workerType: 'code' } as const

/** Only values offered today can be selected; the current value may stay. */
export async function requireOfferedConstants(
  ctx: Ctx,
  orgId: string,
  form: ChosenConstants,
  before?: Partial<Record<keyof ChosenConstants, unknown>>,
) {
  for (const field of ['diploma', 'teacherLevel', 'workerType'] as const) {
    const value = form[field]
    if (value === null || value === '' || value === before?.[field]) continue
    const items = await listOfferedConstants(ctx, field, orgId)
    if (!items.some((item) => item.isOffered && item[storedPart[field]] === String(value)))
      throw invalid([{ field, msg: `请选择列表中的${userFields[field].title}` }])
  }
}
