import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { directoryApi as api } from '../contract.ts'
import { readPerson, readProfile } from './service/colleagues.ts'
import {
  deleteGroup,
  listFavourites,
  listGroups,
  listMembers,
  saveGroup,
  setFavourite,
  setMembers,
} from './service/own.ts'
import { search } from './service/searching.ts'
import { readSetting, saveSetting } from './service/setting.ts'
import { findUnits, readHome, readPeople, readTeachers, readTrail, readTree } from './service/tree.ts'

export function directoryRoutes(app: FastifyInstance) {
  mount(app, api.tree, (ctx, { query }) => readTree(ctx, query.parentId, query.people === '1'))
  mount(app, api.home, (ctx) => readHome(ctx))
  mount(app, api.trail, (ctx, { query }) => readTrail(ctx, query.id))
  mount(app, api.units, (ctx, { query }) => findUnits(ctx, query.keyword))
  mount(app, api.people, (ctx, { query: { nodeId, ...page } }) => readPeople(ctx, nodeId, page))
  mount(app, api.search, (ctx, { body }) => search(ctx, body.keyword))
  mount(app, api.person, (ctx, { query }) => readPerson(ctx, query.userId))
  mount(app, api.favourite, (ctx, { body }) => setFavourite(ctx, body))
  mount(app, api.favourites, (ctx, { query }) => listFavourites(ctx, query))
  mount(app, api.groups, (ctx, { query }) => listGroups(ctx, query))
  mount(app, api.members, (ctx, { query: { id, ...page } }) => listMembers(ctx, id, page))
  mount(app, api.saveGroup, (ctx, { body }) => saveGroup(ctx, body))
  mount(app, api.setMembers, (ctx, { body }) => setMembers(ctx, body))
  mount(app, api.deleteGroup, (ctx, { body }) => deleteGroup(ctx, body.id))
  mount(app, api.profile, (ctx, { query }) => readProfile(ctx, query.userId))
  mount(app, api.teachers, (ctx, { query }) => readTeachers(ctx, query.departmentId))
  mount(app, api.setting, (ctx) => readSetting(ctx))
  mount(app, api.saveSetting, (ctx, { body }) => saveSetting(ctx, body))
}
