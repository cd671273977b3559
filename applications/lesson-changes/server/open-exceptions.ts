import { buildListLink, type OpenExceptions } from '#packages/crud'
import { manifest } from '../manifest.ts'
import { getDayBoard } from './today.ts'

/** Lessons whose teacher is away and that nobody gives yet. */
export const openExceptions: OpenExceptions[] = [
  {
    key: 'open-covers',
    title: '待安排代课',
    unit: '节',
    sort: 3,
    getLink: ({ orgId, day }) => buildListLink(manifest, 'today', { orgId, date: day }),
    count: async (ctx, { orgId, day }) => (await getDayBoard(ctx, { orgId, date: day })).open,
    metric: 'cover.open',
  },
]
