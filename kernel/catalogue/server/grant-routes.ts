import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { catalogueApi } from '../contract.ts'
import { listAuditorDuties } from './service/grants/administrator-permissions.ts'
import { listAuditors, getOwnAuditorFlag, saveAuditors } from './service/grants/auditors.ts'
import { listExpiringGrants, extendGrants } from './service/grants/expiring-grants.ts'
import { previewGrants } from './service/grants/preview-grants.ts'
import { saveObjectApps, saveObjectsOfApp, saveOrgsOfApp } from './service/grants/save-grants.ts'
import { getTeachingAffairs, getTeachingRights, saveTeachingAffairs } from './service/grants/teaching-affairs.ts'
import { getAppTree, getOrgGrantTree, getRelationTree, getUserRelations } from './service/grants/grant-trees.ts'

export function mountGrantRoutes(app: FastifyInstance) {
  mount(app, catalogueApi.getTree, getAppTree)
  mount(app, catalogueApi.getAppRelationTree, (ctx, { query }) => getRelationTree(ctx, query.type, query.objectId))
  mount(app, catalogueApi.getAppOrgRelationTree, (ctx, { query }) => getOrgGrantTree(ctx, query.appKey))
  mount(app, catalogueApi.getUserRelations, (ctx, { query }) => getUserRelations(ctx, query.key))
  mount(app, catalogueApi.saveAppRelation, (ctx, { body }) => saveObjectApps(ctx, body))
  mount(app, catalogueApi.saveAppRelation2, (ctx, { body }) => saveOrgsOfApp(ctx, body))
  mount(app, catalogueApi.saveAppRelation3, (ctx, { body }) => saveObjectsOfApp(ctx, body))
  mount(app, catalogueApi.relationPreview, (ctx, { body }) => previewGrants(ctx, body))
  mount(app, catalogueApi.expiring, (ctx, { query }) => listExpiringGrants(ctx, query))
  mount(app, catalogueApi.prolong, (ctx, { body }) => extendGrants(ctx, body))
  mount(app, catalogueApi.appPerUser, (ctx, { query }) => listAuditors(ctx, query.auditorType, query.orgId))
  mount(app, catalogueApi.saveAppPer, (ctx, { body }) => saveAuditors(ctx, body))
  mount(app, catalogueApi.auditorDuties, listAuditorDuties)
  mount(app, catalogueApi.appPermission, (ctx, { query }) => getOwnAuditorFlag(ctx, query.auditorType))
  mount(app, catalogueApi.jiaoWuUser, getTeachingAffairs)
  mount(app, catalogueApi.saveJiaoWu, (ctx, { body }) => saveTeachingAffairs(ctx, body))
  mount(app, catalogueApi.jiaoWuPermission, getTeachingRights)
}
