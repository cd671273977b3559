import { scopeOf } from '#packages/core'
import { buildListLink, type OpenExceptions } from '#packages/crud'
import { countOpenCases } from '#engines/attendance/server/api.ts'
import { manifest } from '../manifest.ts'
import { rollRecords } from './records.ts'

const firstRow = { keyword: '', orgId: null, pageNumber: 1, pageSize: 1 }

/** Lessons that are over without a roll, and children whom nobody has explained. */
export const openExceptions: OpenExceptions[] = [
  {
    key: 'missed-rolls',
    title: '未点名',
    unit: '节',
    sort: 1,
    getLink: ({ day }) => buildListLink(manifest, 'records', { status: 'missed', day: `${day}~${day}` }),
    count: async (ctx, { day }) => {
      const { itemCount } = await rollRecords.list(ctx, { ...firstRow, status: 'missed', day: { from: day, to: day } })
      return itemCount
    },
  },
  {
    key: 'unexplained-children',
    title: '未说明',
    unit: '人',
    sort: 2,
    getLink: ({ orgId, day }) => buildListLink(manifest, 'unexplained', { orgId, date: day }),
    count: (ctx, { orgId, day }) => countOpenCases(ctx, scopeOf(ctx, 'roll.handle'), orgId, day),
    metric: 'attendance.unexplained',
  },
]
