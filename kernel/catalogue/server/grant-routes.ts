import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { catalogueApi } from '../contract.ts'
import { listAuditors, readAuditing, saveAuditors } from './service/grants/auditors.ts'
import { listExpiring, prolong } from './service/grants/expiring.ts'
import { previewRelation } from './service/grants/previewing.ts'
import { saveAppsOf } from './service/grants/saving.ts'
import { saveObjectsOfApp } from './service/grants/saving-objects.ts'
import { saveOrgsOfApp } from './service/grants/saving-orgs.ts'
import { readTeachingAffairs, readTeachingRights, saveTeachingAffairs } from './service/grants/teaching-affairs.ts'
import { readAppTree, readOrgTree, readRelationTree, readUserRelations } from './service/grants/trees.ts'

export function grantRoutes(app: FastifyInstance) {
  mount(app, catalogueApi.getTree, readAppTree)
  mount(app, catalogueApi.getAppRelationTree, (ctx, { query }) => readRelationTree(ctx, query.type, query.objectId))
  mount(app, catalogueApi.getAppOrgRelationTree, (ctx, { query }) => readOrgTree(ctx, query.appKey))
  mount(app, catalogueApi.getUserRelations, (ctx, { query }) => readUserRelations(ctx, query.key))
  mount(app, catalogueApi.saveAppRelation, (ctx, { body }) => saveAppsOf(ctx, body))
  mount(app, catalogueApi.saveAppRelation2, (ctx, { body }) => saveOrgsOfApp(ctx, body))
  mount(app, catalogueApi.saveAppRelation3, (ctx, { body }) => saveObjectsOfApp(ctx, body))
  mount(app, catalogueApi.relationPreview, (ctx, { body }) => previewRelation(ctx, body))
  mount(app, catalogueApi.expiring, (ctx, { query }) => listExpiring(ctx, query))
  mount(app, catalogueApi.prolong, (ctx, { body }) => prolong(ctx, body))
  mount(app, catalogueApi.appPerUser, (ctx, { query }) => listAuditors(ctx, query.auditorType, query.orgId))
  mount(app, catalogueApi.saveAppPer, (ctx, { body }) => saveAuditors(ctx, body))
  mount(app, catalogueApi.appPermission, (ctx, { query }) => readAuditing(ctx, query.auditorType))
  mount(app, catalogueApi.jiaoWuUser, readTeachingAffairs)
  mount(app, catalogueApi.saveJiaoWu, (ctx, { body }) => saveTeachingAffairs(ctx, body))
  mount(app, catalogueApi.jiaoWuPermission, readTeachingRights)
}
