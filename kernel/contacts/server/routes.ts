import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { contactsApi as api } from '../contract.ts'
import { getColleague, getProfile } from './service/colleagues.ts'
import { listFavourites, listMembers, setFavourite, setGroupMembers } from './service/favourites-and-groups.ts'
import { searchContacts, searchPersonChoices } from './service/search-contacts.ts'
import { getContactSetting, saveContactSetting } from './service/contact-setting.ts'
import {
  findUnits,
  getOrgHome,
  listPeople,
  listTeacherContacts,
  getTrail,
  getContactTree,
} from './service/contact-tree.ts'

export function contactsRoutes(app: FastifyInstance) {
  mount(app, api.tree, (ctx, { query }) => getContactTree(ctx, query.parentId, query.people === '1'))
  mount(app, api.home, (ctx) => getOrgHome(ctx))
  mount(app, api.trail, (ctx, { query }) => getTrail(ctx, query.id))
  mount(app, api.units, (ctx, { query }) => findUnits(ctx, query.keyword))
  mount(app, api.people, (ctx, { query: { nodeId, ...page } }) => listPeople(ctx, nodeId, page))
  mount(app, api.search, (ctx, { body }) => searchContacts(ctx, body.keyword))
  mount(app, api.personChoices, (ctx, { body }) => searchPersonChoices(ctx, body.keyword))
  mount(app, api.person, (ctx, { query }) => getColleague(ctx, query.userId))
  mount(app, api.favourite, (ctx, { body }) => setFavourite(ctx, body))
  mount(app, api.favourites, (ctx, { query }) => listFavourites(ctx, query))
  mount(app, api.members, (ctx, { query: { id, ...page } }) => listMembers(ctx, id, page))
  mount(app, api.setMembers, (ctx, { body }) => setGroupMembers(ctx, body))
  mount(app, api.profile, (ctx, { query }) => getProfile(ctx, query.userId))
  mount(app, api.teachers, (ctx, { query }) => listTeacherContacts(ctx, query.departmentId))
  mount(app, api.setting, (ctx) => getContactSetting(ctx))
  mount(app, api.saveSetting, (ctx, { body }) => saveContactSetting(ctx, body))
}
