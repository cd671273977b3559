import type { FastifyInstance } from 'fastify'
import { inOwnDistrict, mount } from '#packages/http'
import { drillDown } from '#kernel/metric/server/api.ts'
import { appDataApi } from '../contract.ts'
import { readBoard } from './board.ts'
import { listIssues, saveIssue, settleIssue } from './issues.ts'
import { listMissingNames, remindMissing } from './missing-orgs.ts'
import { getCodes, getDefinition, getReadableMetric, listPages } from './pages.ts'
import { writeDataSheet } from './sheet.ts'
import { readOrgPage, readOwnPage } from './values.ts'
import { listViews, removeView, saveView } from './views.ts'

const childrenAtMost = 500

export function appDataRoutes(app: FastifyInstance) {
  mount(app, appDataApi.pages, (ctx) => listPages(ctx))
  mount(app, appDataApi.board, (ctx, { query }) => readBoard(ctx, query))
  mount(app, appDataApi.query, async (ctx, { query: { by, ...query } }) => {
    const { codes } = await getCodes(ctx, query)
    return by === 'org' ? readOrgPage(ctx, { ...query, codes }) : readOwnPage(ctx, { ...query, codes, by })
  })
  mount(app, appDataApi.children, async (ctx, { query }) => {
    const { codes } = await getCodes(ctx, query)
    return readOrgPage(ctx, { ...query, codes, pageNumber: 1, pageSize: childrenAtMost })
  })
  mount(app, appDataApi.drill, async (ctx, { query: { code, dims = '', ...cell } }) => {
    getReadableMetric(ctx, code)
    return { url: await drillDown(ctx, code, { ...cell, dims: Object.fromEntries(new URLSearchParams(dims)) }) }
  })
  mount(app, appDataApi.definition, (ctx, { query }) => getDefinition(ctx, query.code))
  mount(app, appDataApi.missing, (ctx, { query }) => listMissingNames(ctx, query))
  mount(app, appDataApi.remind, (ctx, { body }) => remindMissing(ctx, body))
  mount(app, appDataApi.issues, (ctx, { query }) => listIssues(ctx, query))
  mount(app, appDataApi.saveIssue, (ctx, { body }) => saveIssue(ctx, body))
  mount(app, appDataApi.settleIssue, (ctx, { body }) => settleIssue(ctx, body))
  mount(app, appDataApi.views, (ctx, { query }) => listViews(ctx, query.key))
  mount(app, appDataApi.saveView, (ctx, { body }) => saveView(ctx, body))
  mount(app, appDataApi.removeView, (ctx, { body }) => removeView(ctx, body.id))
  mount(app, appDataApi.export, (own, { query }) =>
    inOwnDistrict(own, (ctx) => writeDataSheet(ctx, query), { readOnly: true }),
  )
}
