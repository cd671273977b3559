import type { DataOf, PageQuery } from '#packages/contract'
import { dayOf, orNotFound, type Ctx } from '#packages/core'
import type { contactsApi, ContactNode, TeacherContact } from '../../contract.ts'
import {
  listLeaders,
  findContactUnit,
  listPeoplePage,
  listPeopleAt,
  listContactPersons,
  listTeachers,
  listTrail,
  listUnitsBelow,
  searchUnits,
  type ContactUnit,
  type ContactPostRow,
  type ContactUnitRow,
} from '../contact-queries.ts'
import { getTeacherTypes } from '../teacher-types.ts'
import { getAvatarUrl, presentColleagues, presentColleaguePage } from './colleagues.ts'
import { getVisibleContacts } from './phone-visibility.ts'

const maxUnits = 20
const maxTeachers = 2000
const maxLeaders = 6

const getUnit = async (ctx: Ctx, id: string) => orNotFound(await findContactUnit(ctx.db, id), '单位')

/** One level of the contacts: organisations and departments first, then the people directly at the node. */
export async function getContactTree(ctx: Ctx, parentId: string | null, withPeople: boolean): Promise<ContactNode[]> {
  const parent = parentId === null ? null : await getUnit(ctx, parentId)
  const units = (await listUnitsBelow(ctx.db, parentId, dayOf(ctx.now), withPeople)).map((unit) =>
    toUnitNode(unit, parent),
  )
  return parent && withPeople ? [...units, ...(await listPersonNodes(ctx, parent))] : units
}

const toUnitNode = ({ type, phone, ...unit }: ContactUnitRow, parent: ContactUnit | null): ContactNode => ({
  ...unit,
  nodeType: type === 'department' ? 'department' : 'organisation',
  orgName: type === 'department' ? (parent?.unitName ?? '') : unit.name,
  officePhone: phone,
  mobile: '',
  isMobileHidden: false,
  userAvatar: '',
  post: '',
})

async function listPersonNodes(ctx: Ctx, node: ContactUnit): Promise<ContactNode[]> {
  const people = await listPeopleAt(ctx.db, node, dayOf(ctx.now))
  if (people.length === 0) return []
  const ids = people.map(({ personId }) => personId)
  const facts = new Map(
    (await listContactPersons(ctx.db, ids, ctx.actor.personId)).map((person) => [person.id, person]),
  )
  const contacts = await getVisibleContacts(ctx, ids)
  return people.map(({ personId, userId, sort }): ContactNode => {
    const person = facts.get(personId)!
    const posts = contacts.postsOf(personId)
    const here = posts.find((post) => post.userId === userId)
    return {
      id: userId,
      name: person.name,
      sort,
      nodeType: 'person',
      hasChild: false,
      userCount: 0,
      orgName: node.unitName,
      post: here?.post ?? '',
      officePhone: here?.officePhone ?? '',
      userAvatar: getAvatarUrl(ctx, person, posts),
      ...contacts.numberOf(personId),
    }
  })
}

/** The path from the top to a node, by default to the caller's organisation. */
export async function getTrail(ctx: Ctx, id: string | null) {
  const { path } = await getUnit(ctx, id ?? ctx.actor.orgId)
  return listTrail(ctx.db, path)
}

export const findUnits = (ctx: Ctx, keyword: string) => searchUnits(ctx.db, keyword, maxUnits)

const isPostAt =
  ({ id, type, path }: ContactUnit) =>
  ({ orgId, departmentPath }: ContactPostRow) =>
    type === 'department' ? `${departmentPath}.`.startsWith(`${path}.`) : orgId === id

/** All people of a node with their posts there. */
export async function listPeople(ctx: Ctx, nodeId: string, page: PageQuery) {
  const node = await getUnit(ctx, nodeId)
  return presentColleaguePage(ctx, await listPeoplePage(ctx.db, node, dayOf(ctx.now), page), isPostAt(node))
}

/** The overview of the caller's organisation. */
export async function getOrgHome(ctx: Ctx): Promise<DataOf<typeof contactsApi.home>> {
  const node = await getUnit(ctx, ctx.actor.orgId)
  const day = dayOf(ctx.now)
  const { itemCount } = await listPeoplePage(ctx.db, node, day, { pageNumber: 1, pageSize: 1 })
  const units = await listUnitsBelow(ctx.db, node.id, day, false)
  return {
    people: itemCount,
    leaders: await presentColleagues(ctx, await listLeaders(ctx.db, node.id, day, maxLeaders), isPostAt(node)),
    departments: units
      .filter(({ type }) => type === 'department')
      .map(({ id, name, userCount, phone }) => ({ id, name, people: userCount, phone })),
  }
}

/** The teachers of the current organisation or of a department, by subject. */
export async function listTeacherContacts(ctx: Ctx, departmentId: string | null): Promise<TeacherContact[]> {
  const node = await getUnit(ctx, departmentId ?? ctx.actor.orgId)
  const teachers = await listTeachers(ctx.db, node, dayOf(ctx.now), maxTeachers)
  const contacts = await getVisibleContacts(
    ctx,
    teachers.map(({ personId }) => personId),
  )
  const typeOf = await getTeacherTypes(
    ctx,
    teachers.map(({ userId }) => userId),
  )
  return teachers.map(({ personId, userId, name, subject, officePhone }) => ({
    teacherType: typeOf(userId),
    subjectName: subject,
    userId,
    teacherName: name,
    phone: officePhone,
    mobilePhone: contacts.numberOf(personId).mobile,
  }))
}
