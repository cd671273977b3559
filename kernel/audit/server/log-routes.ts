import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { archiveApi } from '../contract-archive.ts'
import { identityLogApi } from '../contract-identity.ts'
import { operationApi } from '../contract-operations.ts'
import { sealApi } from '../contract-retention.ts'
import { getIdentityChange, getIdentityTimeline, searchIdentityChanges } from './identity-log.ts'
import { noteLogRead } from './log-reads.ts'
import { listSealsOfDay, verifyDay } from './verify-logs.ts'
import { getFoundOperations, getFoundSignIns, getLogArchive, startArchiveSearch } from './search-archive.ts'
import { getObjectHistory, getOperation, searchOperations, traceRequest } from './operations.ts'

export function mountLogRoutes(app: FastifyInstance) {
  mount(app, operationApi.operationPage, (ctx, { query }) => searchOperations(ctx, query))
  mount(app, operationApi.operationDetail, async (ctx, { query }) => {
    const found = await getOperation(ctx, query.id)
    noteLogRead(
      ctx,
      operationApi.operationDetail,
      found.objects.map(({ id }) => id),
    )
    return found
  })
  mount(app, operationApi.objectHistory, async (ctx, { query }) => {
    const found = await getObjectHistory(ctx, query)
    noteLogRead(ctx, operationApi.objectHistory, [query.id])
    return found
  })
  mount(app, operationApi.trace, async (ctx, { query }) => {
    const found = await traceRequest(ctx, query)
    noteLogRead(ctx, operationApi.trace)
    return found
  })
  mount(app, sealApi.seals, (ctx, { query }) => listSealsOfDay(ctx, query.date))
  mount(app, sealApi.verify, (ctx, { query }) => verifyDay(ctx, query.date))
  mount(app, identityLogApi.identityPage, (ctx, { query }) => searchIdentityChanges(ctx, query))
  mount(app, identityLogApi.identityDetail, async (ctx, { query }) => {
    const found = await getIdentityChange(ctx, query.id)
    noteLogRead(ctx, identityLogApi.identityDetail, [found.personId])
    return found
  })
  mount(app, identityLogApi.identityTimeline, async (ctx, { query }) => {
    const found = await getIdentityTimeline(ctx, query.userId)
    noteLogRead(ctx, identityLogApi.identityTimeline, [query.userId])
    return found
  })
  mount(app, archiveApi.operationArchive, (ctx) => getLogArchive(ctx, 'operation_log'))
  mount(app, archiveApi.archiveSearch, (ctx, { body }) => startArchiveSearch(ctx, 'operation_log', body))
  mount(app, archiveApi.archiveFound, (ctx, { query }) => getFoundOperations(ctx, query.id))
  mount(app, archiveApi.loginArchive, (ctx) => getLogArchive(ctx, 'login_log'))
  mount(app, archiveApi.loginArchiveSearch, (ctx, { body }) => startArchiveSearch(ctx, 'login_log', body))
  mount(app, archiveApi.loginArchiveFound, (ctx, { query }) => getFoundSignIns(ctx, query.id))
}
