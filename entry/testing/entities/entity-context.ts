import type { FastifyInstance, InjectOptions } from 'fastify'
import { password } from '#kernel/identity/server/example.ts'
import type { Actor } from '#packages/core'
import type { TestDatabase, World } from '#packages/testing'
import type { createTestUsers, TestUser } from '../test-users.ts'
import type { EntityReading } from '../specified-entity.ts'
import type { PeopleBuilder } from '../test-districts.ts'

export type WireRecord = Record<string, unknown>

/** The app and the data that the readers of the entities share. */
export interface EntityContext {
  app: FastifyInstance
  database: TestDatabase
  world: World & { people: PeopleBuilder }
  testUsers: ReturnType<typeof createTestUsers>
  /** Administrators of the district and of the first school, both with an account. */
  chief: TestUser & { token: string }
  head: TestUser & { token: string }
  /** Uploads a file as a browser does, and has it checked. */
  upload: (actor: Actor, name: string, bytes: Uint8Array) => Promise<string>
}

/** Fills an entity and reads it back; several entities where they share their data. */
export type EntityReader = (context: EntityContext) => Promise<EntityReading[]>

/** Calls the server as a client does and throws on a refusal. */
export async function callApi<Data = WireRecord>(
  { app }: Pick<EntityContext, 'app'>,
  token: string,
  path: string,
  payload?: object,
): Promise<Data> {
  const url = `/api/${path}`
  const headers = { authorization: `Bearer ${token}` }
  const options: InjectOptions = payload ? { method: 'POST', url, payload, headers } : { url, headers }
  const { ret, msg, data } = (await app.inject(options)).json<{ ret: number; msg: string; data: Data }>()
  if (ret !== 1) throw new Error(`${path}: ${ret} ${msg} ${JSON.stringify(data)}`)
  return data
}

/** Default values of the form for a new staff member. */
const blankStaff = {
  name: '',
  sex: '',
  birthday: '',
  nation: '',
  userType: 'teacher',
  workerType: null,
  post: '',
  number: '',
  subject: '',
  officePhone: '',
  email: '',
  qq: '',
  teacherLevel: '',
  diploma: '',
  graduateSchool: '',
  specialty: '',
  workedFrom: '',
  resume: '',
  remark: '',
  noSecondStep: false,
  departmentId: null,
  startsOn: '2026-09-01',
  joinExisting: false,
}

export const addStaff = async (
  context: EntityContext,
  facts: { orgId: string; name: string } & WireRecord,
): Promise<string> =>
  String((await callApi(context, context.chief.token, 'users/add', { ...blankStaff, ...facts }))['id'])

/** Creates a school below the bureau, for a reader that changes the settings of its school. */
export async function addSchool(context: EntityContext, fName: string): Promise<string> {
  const body = { fParentID: context.world.home.bureauId, fName, fOrgType: 1, fEducation: [2] }
  return String((await callApi(context, context.chief.token, 'orgs/add', body))['fOrgID'])
}

/** Opens an account for this membership in the usual way: a link, a name, a password. */
export async function openAccountFor(context: EntityContext, userId: string, userName: string): Promise<void> {
  const body = { ids: [userId] }
  const [invited] = await callApi<{ token: string }[]>(context, context.chief.token, 'users/invite', body)
  await acceptInvitationAs(context, invited!.token, userName)
}

/** Accepts the invitation; from then on the name and the usual password work. */
export async function acceptInvitationAs({ app }: EntityContext, token: string, userName: string): Promise<void> {
  const payload = { token, userName, password }
  const answer = await app.inject({ method: 'POST', url: '/api/users/acceptInvitation', payload })
  if (answer.json<{ ret: number }>().ret !== 1) throw new Error(answer.body)
}
