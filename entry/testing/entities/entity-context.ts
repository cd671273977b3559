import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Actor } from '#packages/core'
import type { TestDatabase, World } from '#packages/testing'
import { password } from '../accounts.ts'
import type { createTestUsers, TestUser } from '../test-users.ts'
import type { EntityReading } from '../specified-entity.ts'
import type { PeopleBuilder } from '../test-districts.ts'

export type WireRecord = Record<string, unknown>

/** The house as the readings of the entities find it. */
export interface EntityContext {
  app: FastifyInstance
  database: TestDatabase
  world: World & { people: PeopleBuilder }
  testUsers: ReturnType<typeof createTestUsers>
  /** Runs the district, and the first school; both with an account. */
  chief: TestUser & { token: string }
  head: TestUser & { token: string }
  /** Uploads a file as a browser does, and has it looked at. */
  upload: (actor: Actor, name: string, bytes: Uint8Array) => Promise<string>
}

/** How an entity is filled and read back; several where one story fills several. */
export type EntityReader = (context: EntityContext) => Promise<EntityReading[]>

/** Calls the server as a client does; whatever is refused fails. */
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

/** What is asked about a new member of staff, where nothing else is said. */
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

/** Somebody at this place gets an account in the usual way: a link, a name, a password. */
export async function openAccountFor(context: EntityContext, userId: string, userName: string): Promise<void> {
  const body = { ids: [userId] }
  const [invited] = await callApi<{ token: string }[]>(context, context.chief.token, 'users/invite', body)
  await acceptInvitationAs(context, invited!.token, userName)
}

/** The link is used: from then on the name and the usual password open the door. */
export async function acceptInvitationAs({ app }: EntityContext, token: string, userName: string): Promise<void> {
  const payload = { token, userName, password }
  const answer = await app.inject({ method: 'POST', url: '/api/users/acceptInvitation', payload })
  if (answer.json<{ ret: number }>().ret !== 1) throw new Error(answer.body)
}
