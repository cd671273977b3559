import type { PageQuery } from '#packages/contract'
import { dayOf, found, type Ctx } from '#packages/core'
import type { DirectoryNode, TeacherContact } from '../../contract.ts'
import {
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
import { avatarOf, presentPage } from './colleagues.ts'
import { lookAt } from './viewing.ts'

const unitsFound = 20
const teachersTold = 2000
/** 任课: what somebody is in a class comes with the classes. */
const subjectTeacher = 3

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
  ...{ mobile: '', isMobileHidden: false, userAvatar: '', post: '' },
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
      ...{ id: userId, name: person.name, sort, nodeType: 'person', hasChild: false, userCount: 0 },
      ...{ orgName: node.unitName, post: here?.post ?? '', officePhone: here?.officePhone ?? '' },
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

/** The teachers of the current organisation, or of a department, by what they teach. */
export async function readTeachers(ctx: Ctx, departmentId: string | null): Promise<TeacherContact[]> {
  const node = await findNode(ctx, departmentId ?? ctx.actor.orgId)
  const teachers = await teachersWithin(ctx.db, node, dayOf(ctx.now), teachersTold)
  const look = await lookAt(
    ctx,
    teachers.map(({ personId }) => personId),
  )
  return teachers.map(({ personId, userId, name, subject, officePhone }) => ({
    ...{ teacherType: subjectTeacher, subjectName: subject, userId, teacherName: name, phone: officePhone },
    mobilePhone: look.numberOf(personId).mobile,
  }))
}
