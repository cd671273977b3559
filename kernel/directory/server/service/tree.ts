import type { DataOf, PageQuery } from '#packages/contract'
import { dayOf, found, type Ctx } from '#packages/core'
import type { directoryApi, DirectoryNode, TeacherContact } from '../../contract.ts'
import {
  leadersOf,
  nodeById,
  pageOfNode,
  peopleAt,
  personFacts,
  teachersWithin,
  trailTo,
  unitsBelow,
  unitsNamed,
  type Node,
  type PostRow,
  type UnitRow,
} from '../queries.ts'
import { teacherTypesOf } from '../teacher-types.ts'
import { avatarOf, presentColleagues, presentPage } from './colleagues.ts'
import { lookAt } from './viewing.ts'

const unitsFound = 20
const teachersTold = 2000
const leadersTold = 6

const findNode = async (ctx: Ctx, id: string) => found(await nodeById(ctx.db, id), '单位')

/** One level of the directory: organisations and departments first, then the people who stand there themselves. */
export async function readTree(ctx: Ctx, parentId: string | null, withPeople: boolean): Promise<DirectoryNode[]> {
  const parent = parentId === null ? null : await findNode(ctx, parentId)
  const units = (await unitsBelow(ctx.db, parentId, dayOf(ctx.now), withPeople)).map((unit) => unitNode(unit, parent))
  return parent && withPeople ? [...units, ...(await personNodes(ctx, parent))] : units
}

const unitNode = ({ type, phone, ...unit }: UnitRow, parent: Node | null): DirectoryNode => ({
  ...unit,
  nodeType: type === 'department' ? 'department' : 'organisation',
  orgName: type === 'department' ? (parent?.unitName ?? '') : unit.name,
  officePhone: phone,
  mobile: '',
  isMobileHidden: false,
  userAvatar: '',
  post: '',
})

async function personNodes(ctx: Ctx, node: Node): Promise<DirectoryNode[]> {
  const people = await peopleAt(ctx.db, node, dayOf(ctx.now))
  if (people.length === 0) return []
  const ids = people.map(({ personId }) => personId)
  const facts = new Map((await personFacts(ctx.db, ids, ctx.actor.personId)).map((person) => [person.id, person]))
  const look = await lookAt(ctx, ids)
  return people.map(({ personId, userId, sort }): DirectoryNode => {
    const person = facts.get(personId)!
    const posts = look.postsOf(personId)
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
      userAvatar: avatarOf(ctx, person, posts),
      ...look.numberOf(personId),
    }
  })
}

/** From the top down to a node, or to where one works. */
export async function readTrail(ctx: Ctx, id: string | null) {
  const { path } = await findNode(ctx, id ?? ctx.actor.orgId)
  return trailTo(ctx.db, path)
}

export const findUnits = (ctx: Ctx, keyword: string) => unitsNamed(ctx.db, keyword, unitsFound)

const isAt =
  ({ id, type, path }: Node) =>
  ({ orgId, departmentPath }: PostRow) =>
    type === 'department' ? `${departmentPath}.`.startsWith(`${path}.`) : orgId === id

/** Everybody of a node, with what they do there. */
export async function readPeople(ctx: Ctx, nodeId: string, page: PageQuery) {
  const node = await findNode(ctx, nodeId)
  return presentPage(ctx, await pageOfNode(ctx.db, node, dayOf(ctx.now), page), isAt(node))
}

/** What everybody may know of the organisation where they work, at a glance. */
export async function readHome(ctx: Ctx): Promise<DataOf<typeof directoryApi.home>> {
  const node = await findNode(ctx, ctx.actor.orgId)
  const day = dayOf(ctx.now)
  const { itemCount } = await pageOfNode(ctx.db, node, day, { pageNumber: 1, pageSize: 1 })
  const units = await unitsBelow(ctx.db, node.id, day, false)
  return {
    people: itemCount,
    leaders: await presentColleagues(ctx, await leadersOf(ctx.db, node.id, day, leadersTold), isAt(node)),
    departments: units
      .filter(({ type }) => type === 'department')
      .map(({ id, name, userCount, phone }) => ({ id, name, people: userCount, phone })),
  }
}

/** The teachers of the current organisation, or of a department, by what they teach. */
export async function readTeachers(ctx: Ctx, departmentId: string | null): Promise<TeacherContact[]> {
  const node = await findNode(ctx, departmentId ?? ctx.actor.orgId)
  const teachers = await teachersWithin(ctx.db, node, dayOf(ctx.now), teachersTold)
  const look = await lookAt(
    ctx,
    teachers.map(({ personId }) => personId),
  )
  const typeOf = await teacherTypesOf(
    ctx,
    teachers.map(({ userId }) => userId),
  )
  return teachers.map(({ personId, userId, name, subject, officePhone }) => ({
    teacherType: typeOf(userId),
    subjectName: subject,
    userId,
    teacherName: name,
    phone: officePhone,
    mobilePhone: look.numberOf(personId).mobile,
  }))
}
